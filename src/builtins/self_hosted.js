// Builtins that call back (bytecode/self_hosted.h says how this is read). Results of NewPlainResult are seen by
// nobody before the end, so they are appended to.
'use strict';
({
  // https://tc39.es/ecma262/#sec-array.from
  Array_from(items, mapper, thisArg) {
    const constructor = this;
    const mapping = mapper !== void 0;
    if (mapping) RequireCallable(mapper);
    const method = GetIteratorMethod(items);
    if (method !== void 0) {
      if (!mapping) {
        const copy = CopyIterated(constructor, items, method);
        if (copy) return copy;
      }
      const a = ConstructArray(constructor);
      let k = 0;
      if (a) {
        for (const value of IteratorFromMethod(items, method)) {
          const element = mapping ? Call(mapper, thisArg, value, k) : value;
          CreateDataPropertyOrThrow(a, k++, element);
        }
        SetLength(a, k);
        return a;
      }
      const plain = NewPlainArray();
      if (mapping) {
        for (const value of IteratorFromMethod(items, method)) {
          const mapped = Call(mapper, thisArg, value, k++);
          Append(plain, mapped);
        }
      } else {
        for (const value of IteratorAfterAppending(items, method, plain)) Append(plain, value);
      }
      return plain;
    }
    const arrayLike = ToObject(items);
    const length = LengthOfArrayLike(arrayLike);
    const plain = NewPlainResultOf(constructor, length);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = GetOfArrayLike(arrayLike, k);
        if (mapping) {
          const mapped = Call(mapper, thisArg, value, k);
          Append(plain, mapped);
        } else {
          Append(plain, value);
        }
      }
      return plain;
    }
    const a = ConstructArrayOfLength(constructor, length);
    for (let k = 0; k < length; k++) {
      const value = GetOfArrayLike(arrayLike, k);
      const element = mapping ? Call(mapper, thisArg, value, k) : value;
      CreateDataPropertyOrThrow(a, k, element);
    }
    SetLength(a, length);
    return a;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.every
  ArrayPrototype_every(callback, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value) && !Call(callback, thisArg, value, k, o)) return false;
    }
    return true;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.filter
  ArrayPrototype_filter(callback, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    const plain = NewPlainResult(o, 0);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = GetIfPresent(o, k);
        if (!IsAbsent(value) && Call(callback, thisArg, value, k, o)) Append(plain, value);
      }
      return plain;
    }
    const a = ArraySpeciesCreate(o, 0);
    let to = 0;
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value) && Call(callback, thisArg, value, k, o)) CreateDataPropertyOrThrow(a, to++, value);
    }
    return a;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.find and its siblings
  ArrayPrototype_find(predicate, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(predicate);
    for (let k = 0; k < length; k++) {
      const value = o[k];
      if (Call(predicate, thisArg, value, k, o)) return value;
    }
  },
  ArrayPrototype_findIndex(predicate, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(predicate);
    for (let k = 0; k < length; k++) {
      if (Call(predicate, thisArg, o[k], k, o)) return k;
    }
    return -1;
  },
  ArrayPrototype_findLast(predicate, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(predicate);
    for (let k = length - 1; k >= 0; k--) {
      const value = o[k];
      if (Call(predicate, thisArg, value, k, o)) return value;
    }
  },
  ArrayPrototype_findLastIndex(predicate, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(predicate);
    for (let k = length - 1; k >= 0; k--) {
      if (Call(predicate, thisArg, o[k], k, o)) return k;
    }
    return -1;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.flatmap
  ArrayPrototype_flatMap(mapper, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireMapper(mapper);
    const a = ArraySpeciesCreate(o, 0);
    let start = 0;
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value)) {
        const mapped = Call(mapper, thisArg, value, k, o);
        start = AppendFlattened(a, start, mapped);
      }
    }
    return a;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.foreach
  ArrayPrototype_forEach(callback, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value)) Call(callback, thisArg, value, k, o);
    }
  },

  // https://tc39.es/ecma262/#sec-array.prototype.map
  ArrayPrototype_map(callback, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    const plain = NewPlainResult(o, length);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = GetIfPresent(o, k);
        if (IsAbsent(value)) {
          Append(plain, value);
        } else {
          const mapped = Call(callback, thisArg, value, k, o);
          Append(plain, mapped);
        }
      }
      return plain;
    }
    const a = ArraySpeciesCreate(o, length);
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value)) {
        const mapped = Call(callback, thisArg, value, k, o);
        CreateDataPropertyOrThrow(a, k, mapped);
      }
    }
    return a;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.reduce
  ArrayPrototype_reduce(callback, initialValue) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    let k = 0;
    let accumulator = initialValue;
    if (ArgumentCount() < 2) {
      for (;;) {
        if (k >= length) ThrowReduceOfEmptyArray();
        accumulator = GetIfPresent(o, k++);
        if (!IsAbsent(accumulator)) break;
      }
    }
    for (; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value)) accumulator = Call(callback, void 0, accumulator, value, k, o);
    }
    return accumulator;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.reduceright
  ArrayPrototype_reduceRight(callback, initialValue) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    let k = length - 1;
    let accumulator = initialValue;
    if (ArgumentCount() < 2) {
      for (;;) {
        if (k < 0) ThrowReduceOfEmptyArray();
        accumulator = GetIfPresent(o, k--);
        if (!IsAbsent(accumulator)) break;
      }
    }
    for (; k >= 0; k--) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value)) accumulator = Call(callback, void 0, accumulator, value, k, o);
    }
    return accumulator;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.some
  ArrayPrototype_some(callback, thisArg) {
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (!IsAbsent(value) && Call(callback, thisArg, value, k, o)) return true;
    }
    return false;
  },

  // https://tc39.es/ecma262/#sec-array.prototype.sort
  ArrayPrototype_sort(comparator) {
    RequireComparator(comparator);
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    if (comparator === void 0) {
      SortAsText(o, length);
      return o;
    }
    const list = NewList(0);
    let undefinedCount = 0;
    for (let k = 0; k < length; k++) {
      const value = GetIfPresent(o, k);
      if (value === void 0) {
        undefinedCount++;
      } else if (!IsAbsent(value)) {
        Append(list, value);
      }
    }
    MergeSort(list, comparator);
    StoreSorted(o, length, list, undefinedCount);
    return o;
  },
  // https://tc39.es/ecma262/#sec-array.prototype.tosorted
  ArrayPrototype_toSorted(comparator) {
    RequireComparator(comparator);
    const o = ToObject(this);
    const length = LengthOfArrayLike(o);
    RequireArrayLength(length);
    if (comparator === void 0) return ToSortedAsText(o, length);
    const list = NewList(0);
    let undefinedCount = 0;
    for (let k = 0; k < length; k++) {
      const value = o[k];
      if (value === void 0) {
        undefinedCount++;
      } else {
        Append(list, value);
      }
    }
    MergeSort(list, comparator);
    return NewSortedArray(list, undefinedCount);
  },

  // https://tc39.es/ecma262/#sec-iterator.prototype.every and its siblings. The loop closes the iterator where
  // a function throws or the answer is found.
  IteratorPrototype_every(predicate) {
    const o = this;
    RequireIterator(o);
    RequireCallableOrClose(o, predicate);
    let counter = 0;
    for (const value of IteratorDirect(o)) {
      if (!Call(predicate, void 0, value, counter++)) return false;
    }
    return true;
  },
  IteratorPrototype_find(predicate) {
    const o = this;
    RequireIterator(o);
    RequireCallableOrClose(o, predicate);
    let counter = 0;
    for (const value of IteratorDirect(o)) {
      if (Call(predicate, void 0, value, counter++)) return value;
    }
  },
  IteratorPrototype_forEach(procedure) {
    const o = this;
    RequireIterator(o);
    RequireCallableOrClose(o, procedure);
    let counter = 0;
    for (const value of IteratorDirect(o)) Call(procedure, void 0, value, counter++);
  },
  IteratorPrototype_reduce(reducer, initialValue) {
    const o = this;
    RequireIterator(o);
    RequireCallableOrClose(o, reducer);
    let accumulator = initialValue;
    let counter = 0;
    let hasValue = ArgumentCount() >= 2;
    for (const value of IteratorDirect(o)) {
      if (hasValue) {
        accumulator = Call(reducer, void 0, accumulator, value, counter);
      } else {
        accumulator = value;
        hasValue = true;
      }
      counter++;
    }
    if (!hasValue) ThrowReduceOfDoneIterator();
    return accumulator;
  },
  IteratorPrototype_some(predicate) {
    const o = this;
    RequireIterator(o);
    RequireCallableOrClose(o, predicate);
    let counter = 0;
    for (const value of IteratorDirect(o)) {
      if (Call(predicate, void 0, value, counter++)) return true;
    }
    return false;
  },
  // https://tc39.es/ecma262/#sec-iterator.prototype.toarray
  IteratorPrototype_toArray() {
    const o = this;
    RequireIterator(o);
    const items = NewPlainArray();
    for (const value of IteratorAfterAppending(o, void 0, items)) Append(items, value);
    return items;
  },

  // https://tc39.es/ecma262/#sec-map.groupby
  Map_groupBy(items, callback) {
    RequireObjectCoercible(items, 'Map.groupBy');
    RequireCallable(callback);
    const map = NewMap();
    let k = 0;
    for (const value of items) {
      const key = Call(callback, void 0, value, k++);
      const group = GroupInMap(map, key);
      Append(group, value);
    }
    return map;
  },

  // https://tc39.es/ecma262/#sec-map.prototype.foreach
  MapPrototype_forEach(callback, thisArg) {
    const map = this;
    RequireMap(map);
    RequireCallable(callback);
    const entries = NewEntries(map);
    for (let key = NextKey(entries); !IsAbsent(key); key = NextKey(entries)) {
      const value = CurrentValue(entries);
      Call(callback, thisArg, value, key, map);
    }
  },
  // https://tc39.es/ecma262/#sec-set.prototype.foreach
  SetPrototype_forEach(callback, thisArg) {
    const set = this;
    RequireSet(set);
    RequireCallable(callback);
    const entries = NewEntries(set);
    for (let key = NextKey(entries); !IsAbsent(key); key = NextKey(entries)) Call(callback, thisArg, key, key, set);
  },

  // https://tc39.es/ecma262/#sec-object.groupby
  Object_groupBy(items, callback) {
    RequireObjectCoercible(items, 'Object.groupBy');
    RequireCallable(callback);
    const groups = NewNullObject();
    let k = 0;
    for (const value of items) {
      const key = Call(callback, void 0, value, k++);
      const group = GroupInObject(groups, key);
      Append(group, value);
    }
    return groups;
  },

  // https://tc39.es/ecma262/#sec-%typedarray%.from
  TypedArray_from(source, mapper, thisArg) {
    const constructor = this;
    RequireConstructor(constructor);
    if (mapper !== void 0) RequireCallable(mapper);
    const method = GetIteratorMethod(source);
    let from;
    if (method === void 0) {
      from = ToObject(source);
    } else {
      from = NewPlainArray();
      for (const value of IteratorAfterAppending(source, method, from)) Append(from, value);
    }
    const length = LengthOfArrayLike(from);
    const target = TypedArrayCreate(constructor, length);
    if (mapper === void 0) {
      SetFromArrayLike(target, from, length);
      return target;
    }
    for (let k = 0; k < length; k++) {
      const value = from[k];
      target[k] = Call(mapper, thisArg, value, k);
    }
    return target;
  },

  // https://tc39.es/ecma262/#sec-%typedarray%.prototype.every and its siblings. The buffer may be detached, or
  // become shorter, at any call: what is not there any more reads as undefined, and is not stored.
  TypedArrayPrototype_every(callback, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) {
      const value = array[k];
      if (!Call(callback, thisArg, value, k, array)) return false;
    }
    return true;
  },
  TypedArrayPrototype_filter(callback, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    const kept = NewPlainArray();
    for (let k = 0; k < length; k++) {
      const value = array[k];
      if (Call(callback, thisArg, value, k, array)) Append(kept, value);
    }
    const count = kept.length;
    const result = TypedArraySpeciesCreate(array, count);
    SetFromArrayLike(result, kept, count);
    return result;
  },
  TypedArrayPrototype_find(predicate, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(predicate);
    for (let k = 0; k < length; k++) {
      const value = array[k];
      if (Call(predicate, thisArg, value, k, array)) return value;
    }
  },
  TypedArrayPrototype_findIndex(predicate, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(predicate);
    for (let k = 0; k < length; k++) {
      if (Call(predicate, thisArg, array[k], k, array)) return k;
    }
    return -1;
  },
  TypedArrayPrototype_findLast(predicate, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(predicate);
    for (let k = length - 1; k >= 0; k--) {
      const value = array[k];
      if (Call(predicate, thisArg, value, k, array)) return value;
    }
  },
  TypedArrayPrototype_findLastIndex(predicate, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(predicate);
    for (let k = length - 1; k >= 0; k--) {
      if (Call(predicate, thisArg, array[k], k, array)) return k;
    }
    return -1;
  },
  TypedArrayPrototype_forEach(callback, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) Call(callback, thisArg, array[k], k, array);
  },
  TypedArrayPrototype_map(callback, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    const result = TypedArraySpeciesCreate(array, length);
    for (let k = 0; k < length; k++) {
      const value = array[k];
      result[k] = Call(callback, thisArg, value, k, array);
    }
    return result;
  },
  TypedArrayPrototype_reduce(callback, initialValue) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    let k = 0;
    let accumulator = initialValue;
    if (ArgumentCount() < 2) {
      if (length === 0) ThrowReduceOfEmptyArray();
      accumulator = array[k++];
    }
    for (; k < length; k++) {
      const value = array[k];
      accumulator = Call(callback, void 0, accumulator, value, k, array);
    }
    return accumulator;
  },
  TypedArrayPrototype_reduceRight(callback, initialValue) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    let k = length - 1;
    let accumulator = initialValue;
    if (ArgumentCount() < 2) {
      if (length === 0) ThrowReduceOfEmptyArray();
      accumulator = array[k--];
    }
    for (; k >= 0; k--) {
      const value = array[k];
      accumulator = Call(callback, void 0, accumulator, value, k, array);
    }
    return accumulator;
  },
  TypedArrayPrototype_some(callback, thisArg) {
    const array = this;
    const length = ValidateTypedArray(array);
    RequireCallable(callback);
    for (let k = 0; k < length; k++) {
      const value = array[k];
      if (Call(callback, thisArg, value, k, array)) return true;
    }
    return false;
  },

  // Sorts a list (NewList) by CompareArrayElements with a comparator, and stably: insertion sort of runs, which
  // are then merged in pairs. It terminates whatever the comparator answers.
  MergeSort(list, comparator) {
    const count = list.length;
    for (let start = 0; start < count; start += 8) {
      const end = start + 8 < count ? start + 8 : count;
      for (let i = start + 1; i < end; i++) {
        const value = list[i];
        let j = i;
        for (; j > start; j--) {
          const before = list[j - 1];
          if (!(+Call(comparator, void 0, before, value) > 0)) break;
          list[j] = before;
        }
        list[j] = value;
      }
    }
    if (count <= 8) return;
    const run = NewList(count);
    for (let width = 8; width < count; width *= 2) {
      for (let start = 0; start + width < count; start += 2 * width) {
        const middle = start + width;
        const end = middle + width < count ? middle + width : count;
        const last = list[middle - 1];
        let second = list[middle];
        // Most data has runs that are in order already.
        if (!(+Call(comparator, void 0, last, second) > 0)) continue;
        // The first run moves away. What is left of the second one at the end is where it belongs.
        CopyElements(run, 0, list, start, width);
        let first = run[0];
        let a = 0;
        let b = middle;
        let out = start;
        for (;;) {
          if (+Call(comparator, void 0, first, second) > 0) {
            list[out++] = second;
            if (++b === end) break;
            second = list[b];
          } else {
            list[out++] = first;
            if (++a === width) break;
            first = run[a];
          }
        }
        CopyElements(list, out, run, a, width - a);
      }
    }
  },

  // ApplyDecoratorsToElementDefinition and ApplyDecoratorsToClassDefinition of the proposal for decorators. In
  // the list, each decorator has its this value behind it. What they decorate is record[0]: a class, a method,
  // a getter, a setter, or of an accessor the getter, with the setter in record[1]. Their results are put there,
  // and at the end of initializers, which RunInitializers goes through backwards.
  ApplyDecorators(decorators, kind, key, isStatic, record, initializers, extraInitializers, metadata) {
    const name = NameOfDecorated(key);
    const isPrivate = IsPrivateName(key);
    for (let i = decorators.length - 2; i >= 0; i -= 2) {
      const addInitializer = CreateAddInitializerFunction(extraInitializers);
      let value = record[0];
      let context;
      if (kind === 'class') {
        context = { kind, name, addInitializer, metadata };
      } else {
        const access = CreateDecoratorAccessObject(kind, key);
        context = { kind, access, static: isStatic, private: isPrivate, name, addInitializer, metadata };
      }
      if (kind === 'accessor') value = { get: value, set: record[1] };
      const decorator = decorators[i];
      const receiver = decorators[i + 1];
      let result;
      try {
        result = Call(decorator, receiver, value, context);
      } finally {
        FinishDecoration(addInitializer);
      }
      if (result === void 0) continue;
      RequireDecoratorResult(result, kind);
      if (kind === 'accessor') {
        const get = result.get;
        if (get !== void 0) {
          RequireCallable(get);
          record[0] = get;
        }
        const set = result.set;
        if (set !== void 0) {
          RequireCallable(set);
          record[1] = set;
        }
        const init = result.init;
        if (init !== void 0) {
          RequireCallable(init);
          Append(initializers, init);
        }
      } else if (kind === 'field') {
        Append(initializers, result);
      } else {
        record[0] = result;
      }
    }
  },
  // The value that a field or accessor has after all of its decorators' initializers.
  RunInitializers(initializers, receiver, value) {
    let result = value;
    for (let i = initializers.length - 1; i >= 0; i--) {
      const initializer = initializers[i];
      result = Call(initializer, receiver, result);
    }
    return result;
  },
  RunExtraInitializers(initializers, receiver) {
    const count = initializers.length;
    for (let i = 0; i < count; i++) {
      const initializer = initializers[i];
      Call(initializer, receiver);
    }
  },
});
