// JavaScript from Go by cgo: a function of Go, values in a slice, errors, and a limit.
package main

/*
#include <halfword/halfword.h>
#include <stdlib.h>

hw_status goCall(hw_isolate*, hw_call*, hw_value*);

static hw_status call(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  return goCall(isolate, (hw_call*)call, result);
}

// An isolate whose guests may call one function of Go. The name is in use as long as the isolate.
static hw_isolate* newIsolate(const char* name, uintptr_t function, int64_t fuel) {
  hw_function functions[] = {{name, &call, 0, (void*)function}};
  hw_host* host = hw_host_new(functions, 1, NULL);
  hw_config config = {.size = sizeof config, .host = host, .memory_limit = 64 << 20, .fuel = fuel};
  hw_isolate* isolate = hw_isolate_new(&config, NULL);
  hw_host_release(host);
  if (isolate) (void)hw_install_host(isolate, hw_global(isolate));
  return isolate;
}

// Values stay in C's frame, where the collector finds them: Go gets and gives references. 0: not HW_OK.
static hw_ref evaluate(hw_isolate* isolate, const char* source, size_t size, hw_status* status) {
  hw_value value;
  *status = hw_evaluate(isolate, source, size, "example.js", &value);
  return *status == HW_OK ? hw_ref_create(isolate, value, HW_REF_TRANSIENT) : 0;
}

static hw_ref callFunction(hw_isolate* isolate, hw_ref function, hw_ref argument, hw_status* status) {
  hw_value value, given = hw_ref_get(isolate, argument);
  hw_value callee = hw_ref_get(isolate, function);
  *status = hw_call_function(isolate, callee, hw_undefined(), &given, argument ? 1 : 0, &value);
  return *status == HW_OK ? hw_ref_create(isolate, value, HW_REF_TRANSIENT) : 0;
}

static double number(hw_isolate* isolate, hw_ref ref) {
  return hw_as_number(isolate, hw_ref_get(isolate, ref));
}

static size_t thrown(hw_isolate* isolate, char* text, size_t capacity) {
  return hw_describe(isolate, hw_exception(isolate), text, capacity);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/cgo"
	"strings"
	"unsafe"
)

// A function that guests call with numbers.
type Function func(numbers []float64) (float64, error)

//export goCall
func goCall(isolate *C.hw_isolate, call *C.hw_call, result *C.hw_value) C.hw_status {
	function := cgo.Handle(uintptr(call.data)).Value().(Function)
	var numbers []float64
	for _, value := range unsafe.Slice(call.arguments, call.argument_count) {
		numbers = append(numbers, float64(C.hw_as_number(isolate, value)))
	}
	number, err := function(numbers)
	if err != nil {
		message := C.CString(err.Error())
		defer C.free(unsafe.Pointer(message))
		return C.hw_throw_error(isolate, C.HW_ERROR_TYPE, message)
	}
	*result = C.hw_number(isolate, C.double(number))
	return C.HW_OK
}

// A JavaScript world of its own.
type Isolate struct {
	raw      *C.hw_isolate
	name     *C.char
	function cgo.Handle
}

// A value that stays in its guest. It is let go when Go collects it, on whatever thread that is.
type Value struct{ ref C.hw_ref }

var ErrEnded = errors.New("a limit has ended the guest")

func NewIsolate(name string, function Function, fuel int64) (*Isolate, error) {
	made := &Isolate{name: C.CString(name), function: cgo.NewHandle(function)}
	made.raw = C.newIsolate(made.name, C.uintptr_t(made.function), C.int64_t(fuel))
	if made.raw == nil {
		return nil, errors.New("the isolate cannot be made")
	}
	return made, nil
}

func (isolate *Isolate) value(ref C.hw_ref, status C.hw_status) (*Value, error) {
	switch status {
	case C.HW_OK:
		made := &Value{ref}
		runtime.SetFinalizer(made, func(value *Value) { C.hw_ref_free_later(isolate.raw, value.ref) })
		return made, nil
	case C.HW_EXCEPTION:
		text := make([]byte, 1000)
		size := C.thrown(isolate.raw, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
		return nil, errors.New(string(text[:min(int(size), len(text)-1)]))
	}
	return nil, ErrEnded
}

func (isolate *Isolate) Eval(source string) (*Value, error) {
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	var status C.hw_status
	ref := C.evaluate(isolate.raw, text, C.size_t(len(source)), &status)
	return isolate.value(ref, status)
}

// Calls a function of the guest. The argument may be nil.
func (isolate *Isolate) Call(function, argument *Value) (*Value, error) {
	var given C.hw_ref
	if argument != nil {
		given = argument.ref
	}
	var status C.hw_status
	ref := C.callFunction(isolate.raw, function.ref, given, &status)
	runtime.KeepAlive(function)
	runtime.KeepAlive(argument)
	return isolate.value(ref, status)
}

func (isolate *Isolate) Number(value *Value) float64 {
	defer runtime.KeepAlive(value)
	return float64(C.number(isolate.raw, value.ref))
}

func must(value *Value, err error) *Value {
	if err != nil {
		fmt.Println("unexpected:", err)
		os.Exit(1)
	}
	return value
}

func main() {
	runtime.LockOSThread() // one thread at a time is inside of an isolate, and this one stays
	add := func(numbers []float64) (float64, error) {
		if len(numbers) != 2 {
			return 0, fmt.Errorf("add takes 2 numbers, not %d", len(numbers))
		}
		return numbers[0] + numbers[1], nil
	}
	isolate, err := NewIsolate("add", add, 10_000_000)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("sum:", isolate.Number(must(isolate.Eval("add(40, 2)"))))

	// Objects of the guest in a slice of Go's.
	make := must(isolate.Eval("let made = 0; () => ({number: ++made})"))
	read := must(isolate.Eval("(object) => object.number"))
	var objects []*Value
	for range [1000]int{} {
		objects = append(objects, must(isolate.Call(make, nil)))
	}
	C.hw_isolate_collect(isolate.raw)
	sum := 0.0
	for _, object := range objects {
		sum += isolate.Number(must(isolate.Call(read, object)))
	}
	fmt.Println("objects:", sum)

	// Go's collector lets half of them go, on a thread of its own.
	objects = append([]*Value(nil), objects[500:]...)
	runtime.GC()
	C.hw_isolate_collect(isolate.raw)
	fmt.Println("kept:", isolate.Number(must(isolate.Call(read, objects[0]))))

	if _, err := isolate.Eval("add(1)"); err != nil {
		fmt.Println("thrown:", strings.Split(err.Error(), "\n")[0])
	}
	if _, err := isolate.Eval("for (;;);"); err == ErrEnded {
		fmt.Println("ended: it has no fuel left")
	}
}
