//! The few declarations of halfword/halfword.h that the example needs, and what makes them safe to use.
//!
//! Values of JavaScript never lie in Rust's heap, where no collector finds them: a `Handle` has a reference,
//! which any thread may drop.

use std::ffi::{c_char, c_int, c_void, CString};
use std::marker::PhantomData;
use std::ptr::{null, null_mut};
use std::rc::Rc;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    bits: u64,
}

#[repr(C)]
pub struct Call {
    this_value: Value,
    arguments: *const Value,
    argument_count: usize,
    captured: Value,
    data: *mut c_void,
    new_target: Value,
    object: *mut c_void,
}

type Callback = unsafe extern "C" fn(*mut c_void, *const Call, *mut Value) -> c_int;

#[repr(C)]
struct Function {
    name: *const c_char,
    callback: Callback,
    length: c_int,
    data: *mut c_void,
}

#[repr(C)]
struct Config {
    size: usize,
    image: *mut c_void,
    host: *mut c_void,
    data: *mut c_void,
    memory_limit: usize,
    fuel: i64,
    timeout_ns: u64,
    // The library takes members that are not there for zero.
}

const OK: c_int = 0;
const EXCEPTION: c_int = 1;
const TRANSIENT: c_int = 1;
const TYPE_ERROR: c_int = 4;

extern "C" {
    fn hw_undefined() -> Value;
    fn hw_host_new(functions: *const Function, count: usize, hooks: *const c_void) -> *mut c_void;
    fn hw_host_release(host: *mut c_void);
    fn hw_isolate_new(config: *const Config, error: *mut c_void) -> *mut c_void;
    fn hw_global(isolate: *mut c_void) -> Value;
    fn hw_install_host(isolate: *mut c_void, object: Value) -> c_int;
    fn hw_isolate_destroy(isolate: *mut c_void);
    fn hw_isolate_collect(isolate: *mut c_void);
    fn hw_evaluate(
        isolate: *mut c_void,
        source: *const c_char,
        size: usize,
        name: *const c_char,
        result: *mut Value,
    ) -> c_int;
    fn hw_call_function(
        isolate: *mut c_void,
        function: Value,
        this_value: Value,
        arguments: *const Value,
        count: usize,
        result: *mut Value,
    ) -> c_int;
    fn hw_exception(isolate: *const c_void) -> Value;
    fn hw_describe(isolate: *mut c_void, value: Value, text: *mut c_char, capacity: usize)
        -> usize;
    fn hw_throw_error(isolate: *mut c_void, kind: c_int, message: *const c_char) -> c_int;
    fn hw_number(isolate: *mut c_void, value: f64) -> Value;
    fn hw_as_number(isolate: *const c_void, value: Value) -> f64;
    fn hw_ref_create(isolate: *mut c_void, value: Value, kind: c_int) -> u32;
    fn hw_ref_get(isolate: *const c_void, reference: u32) -> Value;
    fn hw_ref_free_later(isolate: *mut c_void, reference: u32);
}

#[derive(Debug)]
pub enum Error {
    /// The guest has thrown, and not caught it.
    Thrown(String),
    /// A limit has ended the guest.
    Ended,
}

struct Raw(*mut c_void);

impl Drop for Raw {
    fn drop(&mut self) {
        unsafe { hw_isolate_destroy(self.0) }
    }
}

type NumberFunction = Box<dyn Fn(&[f64]) -> Result<f64, String>>;

/// A JavaScript world of its own. It stays on the thread that has made it.
pub struct Isolate {
    raw: std::sync::Arc<Raw>,
    _functions: Vec<Box<NumberFunction>>,
    _on_one_thread: PhantomData<Rc<()>>,
}

/// A value that stays in its guest.
pub struct Handle {
    raw: std::sync::Arc<Raw>,
    reference: u32,
}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { hw_ref_free_later(self.raw.0, self.reference) }
    }
}

/// A handle that can do nothing but be dropped, on any thread.
pub struct Discarded {
    _handle: Handle,
}

// hw_ref_free_later may be called from any thread, and an isolate may be destroyed on any.
unsafe impl Send for Discarded {}

impl Handle {
    pub fn discard(self) -> Discarded {
        Discarded { _handle: self }
    }
}

unsafe extern "C" fn call_closure(
    isolate: *mut c_void,
    call: *const Call,
    result: *mut Value,
) -> c_int {
    let call = &*call;
    let function = &*(call.data as *const NumberFunction);
    let numbers: Vec<f64> = (0..call.argument_count)
        .map(|i| hw_as_number(isolate, *call.arguments.add(i)))
        .collect();
    match function(&numbers) {
        Ok(number) => {
            *result = hw_number(isolate, number);
            OK
        }
        Err(message) => hw_throw_error(
            isolate,
            TYPE_ERROR,
            CString::new(message).unwrap_or_default().as_ptr(),
        ),
    }
}

impl Isolate {
    /// Guests may call the functions by their names, which are ASCII, with numbers.
    pub fn new(functions: Vec<(&str, NumberFunction)>, fuel: i64) -> Isolate {
        let names: Vec<CString> = functions
            .iter()
            .map(|(name, _)| CString::new(*name).unwrap())
            .collect();
        let boxed: Vec<Box<NumberFunction>> =
            functions.into_iter().map(|(_, f)| Box::new(f)).collect();
        let table: Vec<Function> = names
            .iter()
            .zip(&boxed)
            .map(|(name, f)| Function {
                name: name.as_ptr(),
                callback: call_closure,
                length: 0,
                data: &**f as *const NumberFunction as *mut c_void,
            })
            .collect();
        unsafe {
            let host = hw_host_new(table.as_ptr(), table.len(), null());
            assert!(!host.is_null(), "the host cannot be made");
            let config = Config {
                size: std::mem::size_of::<Config>(),
                image: null_mut(),
                host,
                data: null_mut(),
                memory_limit: 64 << 20,
                fuel,
                timeout_ns: 0,
            };
            let raw = hw_isolate_new(&config, null_mut());
            hw_host_release(host);
            assert!(!raw.is_null(), "the isolate cannot be made");
            assert!(
                hw_install_host(raw, hw_global(raw)) == OK,
                "the functions cannot be installed"
            );
            Isolate {
                raw: std::sync::Arc::new(Raw(raw)),
                _functions: boxed,
                _on_one_thread: PhantomData,
            }
        }
    }

    fn outcome(&self, status: c_int, value: Value) -> Result<Value, Error> {
        match status {
            OK => Ok(value),
            EXCEPTION => Err(Error::Thrown(
                self.describe(unsafe { hw_exception(self.raw.0) }),
            )),
            _ => Err(Error::Ended),
        }
    }

    fn describe(&self, value: Value) -> String {
        let mut text = [0u8; 1000];
        let size = unsafe {
            hw_describe(
                self.raw.0,
                value,
                text.as_mut_ptr() as *mut c_char,
                text.len(),
            )
        };
        String::from_utf8_lossy(&text[..size.min(text.len() - 1)]).into_owned()
    }

    fn handle(&self, value: Value) -> Handle {
        let reference = unsafe { hw_ref_create(self.raw.0, value, TRANSIENT) };
        assert!(reference != 0, "there are too many references");
        Handle {
            raw: self.raw.clone(),
            reference,
        }
    }

    /// Runs a script.
    pub fn eval(&self, source: &str) -> Result<Handle, Error> {
        let name = c"example.js".as_ptr();
        let mut value = unsafe { hw_undefined() };
        let status = unsafe {
            hw_evaluate(
                self.raw.0,
                source.as_ptr() as *const c_char,
                source.len(),
                name,
                &mut value,
            )
        };
        self.outcome(status, value).map(|value| self.handle(value))
    }

    /// Calls a function of the guest with values of it.
    pub fn call(&self, function: &Handle, arguments: &[&Handle]) -> Result<Handle, Error> {
        assert!(
            arguments.len() <= 4,
            "values lie in this frame, where the collector finds them"
        );
        unsafe {
            let mut given = [hw_undefined(); 4];
            for (place, argument) in given.iter_mut().zip(arguments) {
                *place = hw_ref_get(self.raw.0, argument.reference);
            }
            let mut value = hw_undefined();
            let callee = hw_ref_get(self.raw.0, function.reference);
            let status = hw_call_function(
                self.raw.0,
                callee,
                hw_undefined(),
                given.as_ptr(),
                arguments.len(),
                &mut value,
            );
            self.outcome(status, value).map(|value| self.handle(value))
        }
    }

    /// A value as a number: NaN if it is none.
    pub fn number(&self, handle: &Handle) -> f64 {
        unsafe { hw_as_number(self.raw.0, hw_ref_get(self.raw.0, handle.reference)) }
    }

    /// Collects garbage.
    pub fn collect(&self) {
        unsafe { hw_isolate_collect(self.raw.0) }
    }
}
