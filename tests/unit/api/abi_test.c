/* The binary interface of version 1 of the library, on 64-bit machines: programs that were compiled against an older
 * halfword.h run with this one. So nothing here changes or goes; what is new comes behind (structs that begin with
 * `size`, enumerations) and gets a line. What the library exports is in tests/package/symbols.txt. */
#include <stddef.h>

#include "halfword/halfword.h"

/* A negative size of an array does not compile. */
#define HOLDS(name, condition) typedef char name[(condition) ? 1 : -1]
#define SIZE(type, bytes) HOLDS(size_of_##type, sizeof(type) == (bytes))
#define FIELD(type, field, bytes) HOLDS(offset_of_##type##_##field, offsetof(type, field) == (bytes))
#define VALUE(name, value) HOLDS(value_of_##name, (int)(name) == (value))

SIZE(hw_value, 8);
FIELD(hw_value, bits, 0);

SIZE(hw_error, 256);
FIELD(hw_error, text, 0);

SIZE(hw_location, 528);
FIELD(hw_location, size, 0);
FIELD(hw_location, line, 8);
FIELD(hw_location, column, 12);
FIELD(hw_location, file, 16);
FIELD(hw_location, source, 272);

SIZE(hw_call, 56);
FIELD(hw_call, this_value, 0);
FIELD(hw_call, arguments, 8);
FIELD(hw_call, argument_count, 16);
FIELD(hw_call, captured, 24);
FIELD(hw_call, data, 32);
FIELD(hw_call, new_target, 40);
FIELD(hw_call, object, 48);

SIZE(hw_function, 32);
FIELD(hw_function, name, 0);
FIELD(hw_function, callback, 8);
FIELD(hw_function, length, 16);
FIELD(hw_function, data, 24);

SIZE(hw_attribute, 16);
FIELD(hw_attribute, key, 0);
FIELD(hw_attribute, value, 8);

SIZE(hw_module_request, 48);
FIELD(hw_module_request, size, 0);
FIELD(hw_module_request, specifier, 8);
FIELD(hw_module_request, referrer, 16);
FIELD(hw_module_request, name, 24);
FIELD(hw_module_request, attributes, 32);
FIELD(hw_module_request, attribute_count, 40);

SIZE(hw_hooks, 112);
FIELD(hw_hooks, size, 0);
FIELD(hw_hooks, data, 8);
FIELD(hw_hooks, resolve_module, 16);
FIELD(hw_hooks, load_module, 24);
FIELD(hw_hooks, console, 32);
FIELD(hw_hooks, rejection, 40);
FIELD(hw_hooks, random, 48);
FIELD(hw_hooks, milliseconds, 56);
FIELD(hw_hooks, import_meta, 64);
FIELD(hw_hooks, time_zone, 72);
FIELD(hw_hooks, owned, 80);
FIELD(hw_hooks, destroy, 88);
FIELD(hw_hooks, promise_settled, 96);
FIELD(hw_hooks, wake, 104);

SIZE(hw_function_options, 32);
FIELD(hw_function_options, size, 0);
FIELD(hw_function_options, shown_name, 8);
FIELD(hw_function_options, length, 16);
FIELD(hw_function_options, constructs, 20);
FIELD(hw_function_options, prototype, 24);

SIZE(hw_class_member, 40);
FIELD(hw_class_member, kind, 0);
FIELD(hw_class_member, function, 8);

SIZE(hw_class, 64);
FIELD(hw_class, size, 0);
FIELD(hw_class, name, 8);
FIELD(hw_class, type, 16);
FIELD(hw_class, parent, 20);
FIELD(hw_class, constructor, 24);
FIELD(hw_class, length, 32);
FIELD(hw_class, data, 40);
FIELD(hw_class, members, 48);
FIELD(hw_class, member_count, 56);

SIZE(hw_config, 112);
FIELD(hw_config, size, 0);
FIELD(hw_config, image, 8);
FIELD(hw_config, host, 16);
FIELD(hw_config, data, 24);
FIELD(hw_config, memory_limit, 32);
FIELD(hw_config, fuel, 40);
FIELD(hw_config, timeout_ns, 48);
FIELD(hw_config, stack_bytes, 56);
FIELD(hw_config, native_stack_bytes, 64);
FIELD(hw_config, start, 72);
FIELD(hw_config, budget, 80);
FIELD(hw_config, no_eval, 88);
FIELD(hw_config, no_jit, 89);
FIELD(hw_config, features, 96);
FIELD(hw_config, gc_threads, 104);

SIZE(hw_image_options, 56);
FIELD(hw_image_options, size, 0);
FIELD(hw_image_options, base, 8);
FIELD(hw_image_options, key, 16);
FIELD(hw_image_options, key_size, 24);
FIELD(hw_image_options, bound, 32);
FIELD(hw_image_options, bound_size, 40);
FIELD(hw_image_options, compact, 48);

SIZE(hw_usage, 56);
FIELD(hw_usage, size, 0);
FIELD(hw_usage, heap_bytes, 8);
FIELD(hw_usage, external_bytes, 16);
FIELD(hw_usage, image_bytes, 24);
FIELD(hw_usage, fuel, 32);
FIELD(hw_usage, collections, 40);
FIELD(hw_usage, fuel_debt, 48);

SIZE(hw_source, 40);
FIELD(hw_source, size, 0);
FIELD(hw_source, text, 8);
FIELD(hw_source, text_size, 16);
FIELD(hw_source, name, 24);
FIELD(hw_source, flags, 32);
FIELD(hw_source, line_offset, 36);

VALUE(HW_SOURCE_TYPESCRIPT, 1);
VALUE(HW_SOURCE_TRANSFORM, 2);

VALUE(HW_FEATURE_HARMONY, 1);
VALUE(HW_FEATURE_TAIL_CALLS, 2);

VALUE(HW_OK, 0);
VALUE(HW_EXCEPTION, 1);
VALUE(HW_TERMINATED, 2);
VALUE(HW_INVALID, 3);
VALUE(HW_SUSPENDED, 4);
VALUE(HW_LATER, 5);

VALUE(HW_REASON_NONE, 0);
VALUE(HW_REASON_MEMORY, 1);
VALUE(HW_REASON_FUEL, 2);
VALUE(HW_REASON_INTERRUPT, 3);
VALUE(HW_REASON_DEADLINE, 4);
VALUE(HW_REASON_STOPPED, 5);
VALUE(HW_REASON_STACK, 6);

VALUE(HW_CONSOLE_LOG, 0);
VALUE(HW_CONSOLE_INFO, 1);
VALUE(HW_CONSOLE_WARN, 2);
VALUE(HW_CONSOLE_ERROR, 3);
VALUE(HW_CONSOLE_DEBUG, 4);

VALUE(HW_MEMBER_METHOD, 0);
VALUE(HW_MEMBER_GETTER, 1);
VALUE(HW_MEMBER_SETTER, 2);
VALUE(HW_MEMBER_STATIC_METHOD, 3);

VALUE(HW_START_MAPPED, 0);
VALUE(HW_START_COPIED, 1);
VALUE(HW_START_BUILT, 2);

VALUE(HW_ERROR_PLAIN, 0);
VALUE(HW_ERROR_RANGE, 1);
VALUE(HW_ERROR_REFERENCE, 2);
VALUE(HW_ERROR_SYNTAX, 3);
VALUE(HW_ERROR_TYPE, 4);

VALUE(HW_TYPE_UNDEFINED, 0);
VALUE(HW_TYPE_NULL, 1);
VALUE(HW_TYPE_BOOLEAN, 2);
VALUE(HW_TYPE_NUMBER, 3);
VALUE(HW_TYPE_STRING, 4);
VALUE(HW_TYPE_SYMBOL, 5);
VALUE(HW_TYPE_BIGINT, 6);
VALUE(HW_TYPE_OBJECT, 7);
VALUE(HW_TYPE_FUNCTION, 8);

VALUE(HW_PROMISE_PENDING, 0);
VALUE(HW_PROMISE_FULFILLED, 1);
VALUE(HW_PROMISE_REJECTED, 2);
VALUE(HW_PROMISE_NONE, 3);

SIZE(hw_external, 56);
FIELD(hw_external, size, 0);
FIELD(hw_external, label, 8);
FIELD(hw_external, data, 16);
FIELD(hw_external, finalize, 24);
FIELD(hw_external, hint, 32);
FIELD(hw_external, bytes, 40);
FIELD(hw_external, detaches, 48);

SIZE(hw_item, 32);
FIELD(hw_item, size, 0);
FIELD(hw_item, kind, 8);
FIELD(hw_item, flags, 12);
HOLDS(offset_of_hw_item_u_boolean, offsetof(hw_item, u.boolean) == 16);
HOLDS(offset_of_hw_item_u_integer, offsetof(hw_item, u.integer) == 16);
HOLDS(offset_of_hw_item_u_number, offsetof(hw_item, u.number) == 16);
HOLDS(offset_of_hw_item_u_text_data, offsetof(hw_item, u.text.data) == 16);
HOLDS(offset_of_hw_item_u_text_count, offsetof(hw_item, u.text.count) == 24);
HOLDS(offset_of_hw_item_u_value, offsetof(hw_item, u.value) == 16);
VALUE(HW_ITEM_UNDEFINED, 0);
VALUE(HW_ITEM_NULL, 1);
VALUE(HW_ITEM_BOOLEAN, 2);
VALUE(HW_ITEM_INTEGER, 3);
VALUE(HW_ITEM_NUMBER, 4);
VALUE(HW_ITEM_LATIN1, 5);
VALUE(HW_ITEM_UTF8, 6);
VALUE(HW_ITEM_UTF16, 7);
VALUE(HW_ITEM_BIGINT, 8);
VALUE(HW_ITEM_DATE, 9);
VALUE(HW_ITEM_BYTES, 10);
VALUE(HW_ITEM_BEGIN_ARRAY, 11);
VALUE(HW_ITEM_BEGIN_OBJECT, 12);
VALUE(HW_ITEM_KEY, 13);
VALUE(HW_ITEM_END, 14);
VALUE(HW_ITEM_VALUE, 15);
VALUE(HW_ITEM_NEGATIVE, 1);
VALUE(HW_ITEM_KEY_LATIN1, 2);
VALUE(HW_ITEM_KEY_UTF16, 4);
VALUE(HW_READ_GETTERS, 1);
VALUE(HW_READ_UNDEFINED, 2);

SIZE(hw_view, 64);
FIELD(hw_view, size, 0);
FIELD(hw_view, kind, 8);
FIELD(hw_view, buffer, 16);
FIELD(hw_view, data, 24);
FIELD(hw_view, byte_offset, 32);
FIELD(hw_view, byte_length, 40);
FIELD(hw_view, length, 48);
FIELD(hw_view, flags, 56);

VALUE(HW_REF_STRONG, 0);
VALUE(HW_REF_TRANSIENT, 1);
VALUE(HW_REF_WEAK, 2);

VALUE(HW_BUFFER_READ_ONLY, 1);
VALUE(HW_BUFFER_UNCOUNTED, 2);
VALUE(HW_BUFFER_EXTERNAL, 4);
VALUE(HW_BUFFER_SHARED, 8);
VALUE(HW_BUFFER_RESIZABLE, 16);
VALUE(HW_BUFFER_DETACHED, 32);

VALUE(HW_VIEW_NONE, 0);
VALUE(HW_VIEW_INT8, 1);
VALUE(HW_VIEW_UINT8, 2);
VALUE(HW_VIEW_UINT8_CLAMPED, 3);
VALUE(HW_VIEW_INT16, 4);
VALUE(HW_VIEW_UINT16, 5);
VALUE(HW_VIEW_INT32, 6);
VALUE(HW_VIEW_UINT32, 7);
VALUE(HW_VIEW_FLOAT16, 8);
VALUE(HW_VIEW_FLOAT32, 9);
VALUE(HW_VIEW_FLOAT64, 10);
VALUE(HW_VIEW_BIGINT64, 11);
VALUE(HW_VIEW_BIGUINT64, 12);
VALUE(HW_VIEW_DATA_VIEW, 13);

SIZE(hw_property, 48);
FIELD(hw_property, size, 0);
FIELD(hw_property, attributes, 8);
FIELD(hw_property, given, 12);
FIELD(hw_property, has_value, 16);
FIELD(hw_property, value, 24);
FIELD(hw_property, getter, 32);
FIELD(hw_property, setter, 40);

VALUE(HW_PROPERTY_WRITABLE, 1);
VALUE(HW_PROPERTY_ENUMERABLE, 2);
VALUE(HW_PROPERTY_CONFIGURABLE, 4);

VALUE(HW_KEYS_STRINGS, 1);
VALUE(HW_KEYS_SYMBOLS, 2);
VALUE(HW_KEYS_ALL, 4);
VALUE(HW_KEYS_INHERITED, 8);
VALUE(HW_KEYS_INDICES_AS_NUMBERS, 16);

VALUE(HW_INTEGRITY_NOT_EXTENSIBLE, 0);
VALUE(HW_INTEGRITY_SEALED, 1);
VALUE(HW_INTEGRITY_FROZEN, 2);

VALUE(HW_WELL_KNOWN_ITERATOR, 0);
VALUE(HW_WELL_KNOWN_ASYNC_ITERATOR, 1);
VALUE(HW_WELL_KNOWN_HAS_INSTANCE, 2);
VALUE(HW_WELL_KNOWN_TO_PRIMITIVE, 3);
VALUE(HW_WELL_KNOWN_TO_STRING_TAG, 4);
VALUE(HW_WELL_KNOWN_DISPOSE, 5);
VALUE(HW_WELL_KNOWN_ASYNC_DISPOSE, 6);

VALUE(HW_KIND_NONE, 0);
VALUE(HW_KIND_PLAIN, 1);
VALUE(HW_KIND_ARRAY, 2);
VALUE(HW_KIND_FUNCTION, 3);
VALUE(HW_KIND_ERROR, 4);
VALUE(HW_KIND_DATE, 5);
VALUE(HW_KIND_REGEXP, 6);
VALUE(HW_KIND_MAP, 7);
VALUE(HW_KIND_SET, 8);
VALUE(HW_KIND_WEAK, 9);
VALUE(HW_KIND_PROMISE, 10);
VALUE(HW_KIND_PROXY, 11);
VALUE(HW_KIND_BUFFER, 12);
VALUE(HW_KIND_VIEW, 13);
VALUE(HW_KIND_BOXED, 14);
VALUE(HW_KIND_GENERATOR, 15);
VALUE(HW_KIND_ITERATOR, 16);
VALUE(HW_KIND_NAMESPACE, 17);
VALUE(HW_KIND_EXTERNAL, 18);
VALUE(HW_KIND_HOST, 19);
VALUE(HW_KIND_INTL, 20);
VALUE(HW_KIND_TEMPORAL, 21);
VALUE(HW_KIND_OTHER, 22);
