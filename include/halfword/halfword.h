/* Halfword: JavaScript isolates for C programs. Compiles as C99; halfword.hpp is the same for C++20.
 *
 *   hw_isolate* isolate = hw_isolate_new(NULL, NULL);
 *   hw_value sum;
 *   if (hw_evaluate(isolate, "1 + 1", HW_ZERO_TERMINATED, "example.js", &sum) == HW_OK) …
 *   hw_isolate_destroy(isolate);
 *
 * An isolate is a copy-on-write clone of an image: of the one built into the library, or of any isolate
 * that was frozen. It is private in memory, limited in memory, time and stack, and costs some tens
 * of microseconds.
 *
 * Threads. An isolate may be used from any thread, by one at a time; so may a pool and a host, by many at
 * once. Only hw_isolate_interrupt and hw_ref_free_later may be called while another thread is inside; the
 * first from signal handlers as well. Fork when no isolate is entered.
 *
 * Values. A hw_value belongs to its isolate. Values in local variables and arguments are found by the
 * collector; C and C++ programs need no handle scopes. To store a value anywhere else, or to hand the isolate
 * to another thread, use a hw_ref, or, for a while, a hw_scope. A value of another isolate, or of the time
 * before a reset, is recognised: functions return HW_INVALID, and those that return no status read it as
 * undefined. A stale hw_ref is recognised, too, except for one in some hundreds.
 *
 * Outcomes. Every function that may run JavaScript returns a hw_status. After HW_EXCEPTION, hw_exception
 * returns what was thrown. After HW_TERMINATED no guest code runs, no handler, job or finalizer; every
 * call returns HW_TERMINATED until the isolate is reset, revived or destroyed. No guest ends the process.
 *
 * Structs that begin with `size` grow in later versions. Set `size` to sizeof the struct. A struct is
 * rejected if `size` is zero, or if it sets members that this version does not know. The comment of a member
 * that the host fills in ends with what zero stands for. A member without that is required and says so, or
 * it is a bool and says what true means. Strings are UTF-8 with a length, or zero-terminated with
 * HW_ZERO_TERMINATED as length.
 *
 * Misuse. A null pointer, a value of another isolate or a call at the wrong time does nothing. The
 * function returns HW_INVALID, false, null, 0 or undefined, and hw_mistake says in a sentence what was
 * wrong. Use of an isolate that was destroyed, or given back to its pool, is detected until about a
 * thousand more were destroyed; use by two threads at once usually is. A C++ exception of a host's
 * function, of resolve_module or of load_module becomes an Error with its text. An exception of another
 * hook, or of the body of hw_isolate_enter, ends the process with a sentence.
 *
 * Marks. The comment of each function ends with one of these:
 *   [runs JavaScript]  The call may run code of the guest: getters, proxies, jobs. It can return any status.
 *   [no JavaScript]    The call runs no code of the guest.
 *   [any thread]       The call runs no code of the guest either, and may be made by any number of threads
 *                      at once.
 * Functions of the first two kinds are called by one thread at a time for one isolate. The mark is about the
 * function itself: hooks and callbacks of the host that it calls may run code of the guest where they may
 * use the isolate.
 *
 * Names. A function is named hw_isolate_… if it concerns the isolate as a whole: its life, its limits, its
 * memory and its thread. A function that concerns what is inside (values, scripts, jobs, the last exception
 * and the last mistake) also takes the isolate first, and is named after its subject: hw_get, hw_ref_new.
 * `_new` makes the thing that is named before it. `_free`, `_release` and `_destroy` do nothing with null.
 * An enumerator begins with HW_ and the name of its enumeration, which may lack `_kind`, `_state`, `_level`
 * or `_type`: hw_reason has HW_REASON_FUEL, hw_view_kind has HW_VIEW_INT8. A flag begins with the name of
 * what takes it. Only those of hw_status, which every program compares, are HW_OK, HW_EXCEPTION and so on.
 *
 * Not checked: every other handle must refer to a live object, and only one thread at a time may
 * be inside. */
#ifndef HALFWORD_HALFWORD_H_
#define HALFWORD_HALFWORD_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. The version of the library that the program runs with is hw_version(). */
#define HW_VERSION_MAJOR 0
#define HW_VERSION_MINOR 1
#define HW_VERSION_PATCH 0
#define HW_VERSION_STRING "0.1.0"
/* The version of the binary interface. It changes only if programs must be compiled again. */
#define HW_API_VERSION 1
#define HW_EXPORT __attribute__((visibility("default")))
#define HW_ZERO_TERMINATED SIZE_MAX

typedef struct hw_image hw_image; /* immutable, reference-counted */
typedef struct hw_host hw_host;   /* what a program offers its guests; immutable, reference-counted */
typedef struct hw_isolate hw_isolate;
typedef struct hw_heap hw_heap; /* halfword::gc::Heap of C++; an isolate owns it */
typedef struct hw_pool hw_pool;
typedef struct hw_budget hw_budget; /* limits that isolates share; reference-counted */
typedef struct hw_value {
  uint64_t bits; /* the library's own; programs neither read nor write them */
} hw_value;
typedef uint32_t hw_ref; /* 0: none */

typedef enum hw_status {
  HW_OK = 0,
  HW_EXCEPTION = 1,
  HW_TERMINATED = 2,
  HW_INVALID = 3,   /* the arguments do not allow it; nothing has happened */
  HW_SUSPENDED = 4, /* a call of the host's waits for hw_resume */
  HW_LATER = 5      /* returned by hw_hooks.load_module only */
} hw_status;

typedef enum hw_reason {
  HW_REASON_NONE = 0,
  HW_REASON_MEMORY = 1,
  HW_REASON_FUEL = 2,
  HW_REASON_INTERRUPT = 3,
  HW_REASON_DEADLINE = 4,
  HW_REASON_STOPPED = 5, /* by hw_terminate */
  HW_REASON_STACK = 6    /* the calling thread has too little stack left to enter at all */
} hw_reason;

/* A sentence about a failure outside of JavaScript. A caller that does not want it passes null. */
typedef struct hw_error {
  char text[256]; /* UTF-8, zero-terminated */
} hw_error;

/* Returns HW_VERSION_STRING of the library. The text is never freed. [any thread] */
HW_EXPORT const char* hw_version(void);
/* Returns HW_API_VERSION of the library. The program was compiled with that of its header. [any thread] */
HW_EXPORT uint32_t hw_api_version(void);

/* ---- Images ---- */

/* Opens the image in a file. Returns null and fills in `error` if the file is not exactly one whole image
 * made by this very build. The contents are trusted. The caller releases the image. [any thread] */
HW_EXPORT hw_image* hw_image_open(const char* path, hw_error* error);
/* Opens the image in bytes, which it copies. Returns null and fills in `error` as hw_image_open does. The
 * caller releases the image. [any thread] */
HW_EXPORT hw_image* hw_image_from_bytes(const void* data, size_t size, hw_error* error);
/* Writes the image to a file. Returns false and fills in `error` if that fails. [any thread] */
HW_EXPORT bool hw_image_save(const hw_image* image, const char* path, hw_error* error);
/* Writes the bytes of the image's file, as many as there is room for, and returns their number. `data` may
 * be null. [any thread] */
HW_EXPORT size_t hw_image_bytes(const hw_image* image, void* data, size_t capacity);
/* How an image is made, written and opened. A function uses the members that its comment names. */
typedef struct hw_image_options {
  size_t size;    /* sizeof(hw_image_options) */
  hw_image* base; /* only what differs from it is written: a delta; null: all of the image is written */
  /* The key, of 16 to 64 bytes. Who lacks it can neither write a file that is opened with it nor change one.
   * Null: there is no key. */
  const void* key;
  size_t key_size; /* in bytes; 0: there is no key */
  /* Further bytes that the key covers and the file lacks, such as the name of the tenant whose image it is.
   * Null: there are none. */
  const void* bound;
  size_t bound_size; /* in bytes; 0: there are none */
  bool compact; /* garbage is also looked for among the objects of the image that the isolate came from */
} hw_image_options;
/* Writes the image to a file without what is zero, and with `base`, `key` and `bound` of the options.
 * Returns false and fills in `error` if that fails. [any thread] */
HW_EXPORT bool hw_image_save_with(const hw_image* image, const char* path, const hw_image_options* options,
                                  hw_error* error);
/* Writes the bytes of the file that hw_image_save_with would write, as many as there is room for, and
 * returns their number. `data` may be null. Returns 0 if the options are mistaken. [any thread] */
HW_EXPORT size_t hw_image_bytes_with(const hw_image* image, const hw_image_options* options, void* data,
                                     size_t capacity);
/* Opens the image in bytes, however they were written. `bases`: images of which one may be its base,
 * in any order; the one in the library may always be. `key` and `bound` are those that it was written
 * with. Returns null and fills in `error`, before anything of the image is used, if it is damaged or
 * of another build, if its key or what it is bound to is another or missing, or if its base is not
 * there. [any thread] */
HW_EXPORT hw_image* hw_image_open_with(const void* data, size_t size, hw_image* const* bases,
                                       size_t base_count, const hw_image_options* options, hw_error* error);
/* Writes 32 bytes that are the same for images with the same contents, and for no others. Writes zeros if
 * the image is null. [any thread] */
HW_EXPORT void hw_image_name(const hw_image* image, uint8_t name[32]);
/* Adds a reference to the image and returns it. Does nothing with null. [any thread] */
HW_EXPORT hw_image* hw_image_retain(hw_image* image);
/* Gives a reference to the image back. The last release ends the image. Does nothing with
 * null. [any thread] */
HW_EXPORT void hw_image_release(hw_image* image);
/* Releases the memory slots that destroyed clones of the image have left. When a clone is destroyed, its
 * slot is cleared and kept for the next clone of the same image: one slot for each processor, of some 40
 * KiB each (400 KiB at most). The end of the image releases them, too. Pass null for the image in the
 * library; that also frees the Intl formatters that the process has cached. [any thread] */
HW_EXPORT void hw_image_trim(hw_image* image);

/* ---- Hosts ---- */

typedef struct hw_call {
  hw_value this_value;       /* what `this` is in the function */
  const hw_value* arguments; /* argument_count of them */
  size_t argument_count;     /* how many there are */
  hw_value captured;         /* the value that hw_function_new was given; of others undefined */
  void* data;                /* that of the hw_function, or of the hw_class */
  hw_value new_target; /* in a constructor the operand of `new`, perhaps a derived class; else undefined */
  void* object; /* in methods and accessors of a class the receiver's C++ object, of that class; else null */
} hw_call;

/* A function of the host. It writes *result, which is undefined before, and returns HW_OK. To throw, it
 * returns the status that hw_throw or hw_throw_error returned. To answer later (hw_resume), it returns
 * HW_SUSPENDED. It may also return the status of a call that it made. */
typedef hw_status (*hw_callback)(hw_isolate* isolate, const hw_call* call, hw_value* result);

typedef struct hw_function {
  const char* name;     /* required: ASCII. In an image the function is known by this name: no two alike */
  hw_callback callback; /* required: what a call runs */
  int length;           /* what guests see as its length, at most 255; 0: it needs no arguments */
  void* data;           /* hw_call.data; null: there is none */
} hw_function;

typedef enum hw_console_level {
  HW_CONSOLE_LOG,
  HW_CONSOLE_INFO,
  HW_CONSOLE_WARN,
  HW_CONSOLE_ERROR,
  HW_CONSOLE_DEBUG
} hw_console_level;

typedef struct hw_attribute {
  const char* key;   /* UTF-8, zero-terminated */
  const char* value; /* UTF-8, zero-terminated */
} hw_attribute;

/* An import. The pointers are valid during the call of the hook. */
typedef struct hw_module_request {
  size_t size;                    /* sizeof(hw_module_request), of the library */
  const char* specifier;          /* as it is written */
  const char* referrer;           /* the module or script that imports; "" if it has no name */
  const char* name;               /* what resolve_module made of it; null before */
  const hw_attribute* attributes; /* import … with {key: 'value'}: attribute_count of them */
  size_t attribute_count;         /* how many there are */
} hw_module_request;

typedef enum hw_promise_state {
  HW_PROMISE_PENDING,
  HW_PROMISE_FULFILLED,
  HW_PROMISE_REJECTED,
  HW_PROMISE_NONE
} hw_promise_state;

/* What a program does for all its guests. Every hook may be null. */
typedef struct hw_hooks {
  size_t size; /* sizeof(hw_hooks) */
  void* data;  /* the first argument of each hook; null: hooks get null */
  /* Names a module: writes the zero-terminated name of the requested module into `name`, and returns false
   * if there is no such module. Modules of one name are one module, so if attributes make a difference,
   * the name must too. Null: specifiers are names. */
  bool (*resolve_module)(void* data, const hw_module_request* request, char* name, size_t capacity);
  /* Makes the module of request->name with hw_module_new or hw_module_new_json. It is called once for each
   * name. It may return HW_LATER; then the host calls hw_module_loaded or hw_module_failed after it
   * has returned. Null: imports throw a TypeError. */
  hw_status (*load_module)(void* data, hw_isolate* isolate, const hw_module_request* request,
                           hw_value* module);
  /* Gets what the console writes, one line or several at once, without the last newline. The console runs
   * no JavaScript to show an object. A text is at most a megabyte: the end of a longer one is cut, and a
   * mark says so. Null: there is no console. */
  void (*console)(void* data, hw_isolate* isolate, hw_console_level level, const char* utf8, size_t size);
  /* Called when a promise is rejected without a handler (`handled` false), and again if a handler is added
   * later (`handled` true). Null: rejections without a handler go to the console when no job is left, or to
   * standard error if there is no console. */
  void (*rejection)(void* data, hw_isolate* isolate, hw_value promise, bool handled);
  uint64_t (*random)(void* data);     /* returns seeds of everything random; null: the system's */
  double (*milliseconds)(void* data); /* returns the wall clock's time since 1970, UTC; null: the system's */
  /* Called when the import.meta of a module is needed. `meta` is an object without properties; add some.
   * Null: it stays without. */
  void (*import_meta)(void* data, hw_isolate* isolate, const char* module_name, hw_value meta);
  const char* time_zone;        /* an IANA name, such as "Etc/UTC"; null: the process's */
  void* owned;                  /* the argument of `destroy`; null: it gets null */
  void (*destroy)(void* owned); /* called when nothing uses the host any more; null: nothing is */
  /* Called by hw_run_jobs and its kin for a promise of hw_promise_watch that is settled. `result` is its value
   * or its reason. The hook may use the isolate, except that no call in it can wait for hw_resume.
   * Null: hw_promise_watch returns HW_INVALID. */
  void (*promise_settled)(void* data, hw_isolate* isolate, uint64_t token, hw_promise_state state,
                          hw_value result);
  /* Called when others have left something to do: an Atomics.waitAsync of the guest was notified, which is for
   * hw_run_jobs, or hw_ref_free_later was called, which is for whatever function comes next. It is called on
   * the thread that did that, perhaps without need, to wake the thread that uses the isolate. It must not use
   * the isolate itself, whose reset or destruction waits until it has returned. Null: nobody is told. */
  void (*wake)(void* data, hw_isolate* isolate);
} hw_hooks;

/* Makes a host. Copies the structs and their texts, but nothing that `data` points to. Returns null if
 * there is no memory. A mistake in the structs (a name that is given twice or isn't ASCII, an unknown time
 * zone) is reported by hw_isolate_new. `hooks` may be null. The caller releases the host. [any thread] */
HW_EXPORT hw_host* hw_host_new(const hw_function* functions, size_t count, const hw_hooks* hooks);
/* Adds a reference to the host and returns it. Does nothing with null. [any thread] */
HW_EXPORT hw_host* hw_host_retain(hw_host* host);
/* Gives a reference to the host back. The last release ends the host. Does nothing with null. [any thread] */
HW_EXPORT void hw_host_release(hw_host* host);

/* ---- Classes: objects of the collector's C++ classes as JavaScript objects ---- */

/* halfword/classes.hpp is built on these structs, and takes a few lines for a class. The objects are those
 * of halfword::gc, allocated in the isolate's own heap (hw_isolate_heap); a cycle through C++ and
 * JavaScript is collected like any other. */
typedef enum hw_member_kind {
  HW_MEMBER_METHOD,
  HW_MEMBER_GETTER,
  HW_MEMBER_SETTER,
  HW_MEMBER_STATIC_METHOD
} hw_member_kind;
typedef struct hw_class_member {
  hw_member_kind kind;  /* what the member is; 0: HW_MEMBER_METHOD */
  hw_function function; /* required: named as the property */
} hw_class_member;

typedef struct hw_class {
  size_t size;      /* sizeof(hw_class) */
  const char* name; /* required: ASCII. In an image the class is known by it, its members by theirs */
  uint32_t type;    /* required: the collector's index of the C++ class */
  uint32_t parent;  /* that of a class defined before whose members this one has too; 0: none */
  hw_callback
      constructor; /* makes an object and gives hw_object_wrap's value; null: `new` throws a TypeError */
  int length;      /* what guests see as the length of the constructor; 0: it needs no arguments */
  void* data;      /* hw_call.data of the constructor; null: there is none */
  const hw_class_member* members; /* member_count of them; null: there are none */
  size_t member_count;            /* how many there are; 0: none */
} hw_class;

/* Adds a class to the host. Returns false and fills in `error` if a name or type is taken, if the parent
 * isn't defined, or if an isolate was made with the host already. [no JavaScript] */
HW_EXPORT bool hw_host_define(hw_host* host, const hw_class* definition, hw_error* error);

/* ---- Isolates ---- */

/* Makes a budget of memory, in bytes, and fuel for all isolates that are configured with it, on any
 * threads, in addition to the limits of each. 0 means no limit. An isolate that finds nothing left is
 * terminated as by a limit of its own. Each isolate reserves about 100 KiB ahead of need; reserved memory
 * counts as used. The caller releases the budget. [any thread] */
HW_EXPORT hw_budget* hw_budget_new(size_t memory_limit, int64_t fuel);
/* Adds a reference to the budget and returns it. Does nothing with null. [any thread] */
HW_EXPORT hw_budget* hw_budget_retain(hw_budget* budget);
/* Gives a reference to the budget back. The last release ends the budget. Does nothing with
 * null. [any thread] */
HW_EXPORT void hw_budget_release(hw_budget* budget);
/* Adds fuel for all isolates. Those already terminated stay terminated. [any thread] */
HW_EXPORT void hw_budget_add_fuel(hw_budget* budget, int64_t fuel);
/* Returns the bytes of memory that are left, or -1 if there is no limit. [any thread] */
HW_EXPORT int64_t hw_budget_memory_left(const hw_budget* budget);
/* Returns the fuel that is left, or -1 if there is no limit. [any thread] */
HW_EXPORT int64_t hw_budget_fuel_left(const hw_budget* budget);

/* How the initial heap is created. Only the first is meant for production; the others exist
 * for comparison. */
typedef enum hw_start {
  HW_START_MAPPED = 0, /* the image is mapped, a page is copied when it is written */
  HW_START_COPIED = 1, /* all of it is copied at once */
  HW_START_BUILT = 2   /* built without an image */
} hw_start;

/* hw_config.features. */
enum {
  HW_FEATURE_HARMONY = 1,   /* proposals below stage 4 (docs/conformance.md) */
  HW_FEATURE_TAIL_CALLS = 2 /* strict functions have proper tail calls, and stack traces lack their frames */
};

typedef struct hw_config {
  size_t size;               /* sizeof(hw_config) */
  hw_image* image;           /* what to start from; null: the one in the library */
  hw_host* host;             /* what guests are offered; null: nothing */
  void* data;                /* hw_isolate_data; null: there is none */
  size_t memory_limit;       /* of heap and ArrayBuffers; at most 4 GiB or SIZE_MAX (3.5 usable); 0: 2 GiB */
  int64_t fuel;              /* calls and loop iterations, the same for the same program; 0: unlimited */
  uint64_t timeout_ns;       /* of each call from outside; 0: unlimited */
  size_t stack_bytes;        /* of JavaScript; at most 1 GiB; 0: 1 MiB */
  size_t native_stack_bytes; /* of the calling thread; 0: most of what it has */
  hw_start start;            /* how the initial heap is created; 0: HW_START_MAPPED */
  hw_budget* budget;         /* further limits, shared with other isolates; null: none */
  bool no_eval;              /* eval, new Function and their kin throw an EvalError */
  bool no_jit;       /* no machine code is made for this isolate: all but some builtins is interpreted */
  uint64_t features; /* HW_FEATURE_ constants, together; 0: none */
  /* The number of helper threads that mark and sweep beside the isolate's own, for large heaps; at most 64.
   * Isolates that ask for the same number share the threads. Trace methods of C++ objects then run on them,
   * too. 0: there are none. */
  uint32_t gc_threads;
} hw_config;

/* Makes an isolate. `config` may be null. Returns null and fills in `error` if memory cannot be reserved,
 * if the host lacks functions that the image needs, or if a member of `config` is invalid. The isolate holds
 * references of its own to image, host and budget. The caller destroys the isolate. [any thread] */
HW_EXPORT hw_isolate* hw_isolate_new(const hw_config* config, hw_error* error);
/* Destroys the isolate and gives its memory back, except for the slot (hw_image_trim). Does
 * nothing if it is null, if a call is in progress inside it, or if bytes of it are pinned
 * (hw_bytes_pin). [no JavaScript] */
HW_EXPORT void hw_isolate_destroy(hw_isolate* isolate);
/* Resets the isolate to its image, with fresh limits and randomness; all values and refs since then are
 * gone, and so is what hw_install_host has installed since then. Returns false if there is no memory, if it
 * has no image (HW_START_BUILT), if a thread is inside, or if bytes are pinned. [no JavaScript] */
HW_EXPORT bool hw_isolate_reset(hw_isolate* isolate);
/* Makes an image of the isolate as it is between two calls, with waiting jobs, a waiting call, refs, and
 * the objects that values in local variables refer to. When an isolate is created from the image,
 * functions of the host are bound again by name. Returns null and fills in `error` if the isolate holds
 * something that can't be in an image. The caller releases the image. [no JavaScript] */
HW_EXPORT hw_image* hw_isolate_freeze(hw_isolate* isolate, hw_error* error);
/* Makes an image as hw_isolate_freeze does, with `compact` of the options. [no JavaScript] */
HW_EXPORT hw_image* hw_isolate_freeze_with(hw_isolate* isolate, const hw_image_options* options,
                                           hw_error* error);
/* Writes a .heapsnapshot for the memory panel of Chrome's tools: the objects of the heap and what keeps
 * them there. Returns false and fills in `error` if the file can't be written. [no JavaScript] */
HW_EXPORT bool hw_isolate_heap_snapshot(hw_isolate* isolate, const char* path, hw_error* error);

/* Asks the running guest, or the next one, to stop; it is terminated shortly after, with
 * HW_REASON_INTERRUPT. May be called from any thread or signal handler. [any thread] */
HW_EXPORT void hw_isolate_interrupt(hw_isolate* isolate);
/* Returns a sentence about the last call that returned HW_INVALID or took a value for
 * undefined; "" if nothing was wrong so far. For a null isolate the sentence says that it
 * could not be made. [no JavaScript] */
HW_EXPORT const char* hw_mistake(const hw_isolate* isolate);
/* Returns why calls return HW_TERMINATED. [no JavaScript] */
HW_EXPORT hw_reason hw_isolate_reason(const hw_isolate* isolate);
/* Lets a guest be used again that a time limit, an interrupt or want of fuel has ended, the last if it has got
 * more (hw_isolate_set_fuel). The guest's work is over, half done as it may be; its objects, jobs and refs
 * stay as they are. Returns false if it was not ended, or otherwise: only a reset helps then. Returns false
 * from inside, too. [no JavaScript] */
HW_EXPORT bool hw_isolate_revive(hw_isolate* isolate);
/* Returns the program's own pointer, which is at first that of the configuration. Images do not have
 * it. [no JavaScript] */
HW_EXPORT void* hw_isolate_data(const hw_isolate* isolate);
/* Sets the program's own pointer. [no JavaScript] */
HW_EXPORT void hw_isolate_set_data(hw_isolate* isolate, void* data);
/* Sets the fuel that remains now, and the amount restored by a reset. 0 means unlimited. [no JavaScript] */
HW_EXPORT void hw_isolate_set_fuel(hw_isolate* isolate, int64_t fuel);
/* Sets the time limit of each subsequent call into the isolate. 0 means no limit. [no JavaScript] */
HW_EXPORT void hw_isolate_set_timeout(hw_isolate* isolate, uint64_t nanoseconds);
/* Collects garbage, and gives free pages back to the system. [no JavaScript] */
HW_EXPORT void hw_isolate_collect(hw_isolate* isolate);
/* Calls body(data) inside the isolate, as callbacks are: for many calls in a row, and for using its C++
 * objects, whose references mean something only there. That counts as one call from outside. If the
 * isolate can't be entered, the process ends with a sentence. A null body does nothing. `body` may call
 * functions that run JavaScript. [no JavaScript] */
HW_EXPORT void hw_isolate_enter(hw_isolate* isolate, void (*body)(void* data), void* data);
/* Returns the isolate that this thread is inside, or null. [any thread] */
HW_EXPORT hw_isolate* hw_isolate_entered(void);
/* Returns the heap of the isolate's C++ objects. C++ programs cast the pointer to halfword::gc::Heap*. The
 * isolate owns the heap. [no JavaScript] */
HW_EXPORT hw_heap* hw_isolate_heap(hw_isolate* isolate);

typedef struct hw_usage {
  size_t size;           /* sizeof(hw_usage) */
  size_t heap_bytes;     /* of the isolate's own objects, and of those that its image has for it to collect */
  size_t external_bytes; /* of ArrayBuffers and of what the host has stated */
  size_t image_bytes;    /* of the image that it started from */
  int64_t fuel;          /* what is left; -1: unlimited */
  uint64_t collections;  /* how many there were */
  int64_t fuel_debt; /* of a guest that ran out of fuel: what its last operation cost beyond what was left */
} hw_usage;
/* Fills in `usage`, whose size must be set. [no JavaScript] */
HW_EXPORT void hw_isolate_usage(const hw_isolate* isolate, hw_usage* usage);

/* ---- Pools: isolates of one configuration that are ready, and whose memory stays ---- */

/* Makes a pool of `count` isolates. Returns null and fills in `error` if they can't be made. The caller
 * destroys the pool. [any thread] */
HW_EXPORT hw_pool* hw_pool_new(const hw_config* config, size_t count, hw_error* error);
/* Takes an isolate out of the pool, and makes one more if all are taken. Returns null and fills in `error`
 * if that fails. [any thread] */
HW_EXPORT hw_isolate* hw_pool_take(hw_pool* pool, hw_error* error);
/* Gives an isolate back. The pool resets it, or destroys it if the pool is full or the isolate was made
 * elsewhere. Does nothing if a call is in progress inside it, or if bytes of it are pinned. [any thread] */
HW_EXPORT void hw_pool_give(hw_pool* pool, hw_isolate* isolate);
/* Destroys the pool and the isolates in it. Isolates that are still taken live on: give them back before,
 * or destroy them. [no JavaScript] */
HW_EXPORT void hw_pool_destroy(hw_pool* pool);

/* ---- Running ---- */

/* Runs a script, and writes its completion value to *result. Stacks show `name`, which may be null. Jobs
 * wait for hw_run_jobs. [runs JavaScript] */
HW_EXPORT hw_status hw_evaluate(hw_isolate*, const char* source, size_t size, const char* name,
                                hw_value* result);

/* hw_source.flags. */
enum {
  HW_SOURCE_TYPESCRIPT = 1, /* types are read and dropped (docs/typescript.md) */
  HW_SOURCE_TRANSFORM = 2   /* the same, and enums and the like become code */
};
/* A source and what it is. */
typedef struct hw_source {
  size_t size;          /* sizeof(hw_source) */
  const char* text;     /* required: UTF-8 */
  size_t text_size;     /* in bytes, or HW_ZERO_TERMINATED; 0: the text is empty */
  const char* name;     /* as of hw_evaluate and hw_module_new; null: it has none */
  uint32_t flags;       /* HW_SOURCE_ constants, together; 0: none */
  uint32_t line_offset; /* how many lines stand before the text in its file, for errors and stacks; 0: none */
} hw_source;
/* Runs a script as hw_evaluate does. Returns HW_INVALID if the struct or a flag is of a newer version than
 * the library. [runs JavaScript] */
HW_EXPORT hw_status hw_evaluate_source(hw_isolate*, const hw_source* source, hw_value* result);
/* Compiles a script, which hw_run_script runs as often as you like. *script is as a module: no value of
 * JavaScript, but one for hw_ref_new, with which it goes along into images. Returns HW_EXCEPTION, a
 * SyntaxError, if the source is none. [no JavaScript] */
HW_EXPORT hw_status hw_compile(hw_isolate*, const hw_source* source, hw_value* script);
/* Runs a compiled script as hw_evaluate_source would run its source. Its global variables are
 * declared each time, so the second run throws a SyntaxError if the script declares any by let,
 * const or class. [runs JavaScript] */
HW_EXPORT hw_status hw_run_script(hw_isolate*, hw_value script, hw_value* result);
/* Runs promise jobs and the like, until none is left. [runs JavaScript] */
HW_EXPORT hw_status hw_run_jobs(hw_isolate*);
/* Runs at most `limit` promise jobs, for hosts that have other things to do. hw_has_jobs says whether
 * there are more. [runs JavaScript] */
HW_EXPORT hw_status hw_run_some_jobs(hw_isolate*, size_t limit);
/* Returns whether promise jobs wait for hw_run_jobs. [no JavaScript] */
HW_EXPORT bool hw_has_jobs(const hw_isolate*);
/* Returns the nanoseconds until an Atomics.waitAsync of the guest times out; 0 if one has, and then
 * hw_run_jobs settles its promise. Returns UINT64_MAX if none will. [no JavaScript] */
HW_EXPORT uint64_t hw_next_timeout(const hw_isolate*);
/* Returns the exception behind the last HW_EXCEPTION, or undefined. [no JavaScript] */
HW_EXPORT hw_value hw_exception(const hw_isolate*);
/* Writes "Name: message" and the stack of any value, with its causes, and for a SyntaxError also the place
 * and the line of the source. An object that is no error is shown with its contents. The text is
 * zero-terminated if capacity is not 0. Returns the whole length. [no JavaScript] */
HW_EXPORT size_t hw_describe(hw_isolate*, hw_value exception, char* text, size_t capacity);

/* The place where an error comes from. Texts that don't fit are cut. */
typedef struct hw_location {
  size_t size;      /* sizeof(hw_location) */
  uint32_t line;    /* from 1 */
  uint32_t column;  /* from 1, in UTF-16 units */
  char file[256];   /* the name of the script or module */
  char source[256]; /* of a SyntaxError the line of the source; else "" */
} hw_location;
/* Finds where a SyntaxError is in the source, or where another error was made according to its stack.
 * Returns false if that is not known. [no JavaScript] */
HW_EXPORT bool hw_locate(hw_isolate*, hw_value exception, hw_location* location);

/* Suspension. A function of the host that can't answer yet returns HW_SUSPENDED. So does then the call
 * that ran the guest, and the guest waits. It may be resumed with the answer, by this program or, from an
 * image made meanwhile, by any other; from an image any number of times. Until then nothing else may run
 * in the isolate (HW_INVALID). Values can be made, and the isolate can be reset or destroyed. A call
 * through code of the library that can't be left, such as Array.prototype.map, throws a TypeError instead. */

/* Resumes the waiting guest as if the host's function had returned `value`. Outcome and result are
 * those of the call that ran the guest, which may be hw_run_jobs. Returns HW_SUSPENDED if the guest
 * waits again. [runs JavaScript] */
HW_EXPORT hw_status hw_resume(hw_isolate*, hw_value value, hw_value* result);
/* Resumes the waiting guest as hw_resume does, but as if the host's function had thrown
 * `exception`. [runs JavaScript] */
HW_EXPORT hw_status hw_resume_throw(hw_isolate*, hw_value exception, hw_value* result);
/* Sets *name to the function that is to answer, or to null if none is. Writes its arguments, as many as
 * there is room for, and returns their number. [no JavaScript] */
HW_EXPORT size_t hw_suspended_call(hw_isolate*, const char** name, hw_value* arguments, size_t capacity);

/* Compiles a module. Returns HW_EXCEPTION, a SyntaxError, if the source is none. `name`, which may be
 * null, is the referrer of its imports. [no JavaScript] */
HW_EXPORT hw_status hw_module_new(hw_isolate*, const char* source, size_t size, const char* name,
                                  hw_value* module);
/* Compiles a module as hw_module_new does, of a source with flags as hw_evaluate_source takes
 * it. [no JavaScript] */
HW_EXPORT hw_status hw_module_new_source(hw_isolate*, const hw_source* source, hw_value* module);
/* Makes a module whose one export, `default`, is the value of the JSON text: for imports with {type:
 * 'json'}. Returns HW_EXCEPTION, a SyntaxError, if the text is no JSON. [no JavaScript] */
HW_EXPORT hw_status hw_module_new_json(hw_isolate*, const char* text, size_t size, hw_value* module);
/* Makes a module that exports these values under these names, so that a host can offer them by `import`.
 * Returns HW_EXCEPTION, a SyntaxError, if a name occurs twice. [no JavaScript] */
HW_EXPORT hw_status hw_module_new_values(hw_isolate*, const char* const* names, const hw_value* values,
                                         size_t count, hw_value* module);
/* Loads, links and evaluates a module with all it imports. *promise is pending as long as modules come
 * later or await something. [runs JavaScript] */
HW_EXPORT hw_status hw_module_evaluate(hw_isolate*, hw_value module, hw_value* promise);
/* Writes the object of the module's exports. Throws a TypeError as long as some of its imports are not
 * there. [no JavaScript] */
HW_EXPORT hw_status hw_module_namespace(hw_isolate*, hw_value module, hw_value* object);
/* Completes a module for which load_module returned HW_LATER. Calls load_module for the imports of the
 * module and queues jobs, so call hw_run_jobs after it. Returns HW_INVALID if nothing waits for that
 * name. [no JavaScript] */
HW_EXPORT hw_status hw_module_loaded(hw_isolate*, const char* name, hw_value module);
/* Fails a module for which load_module returned HW_LATER. Its imports throw `reason`, and the next import
 * of it asks again. Queues jobs, so call hw_run_jobs after it. Returns HW_INVALID if nothing waits for
 * that name. [no JavaScript] */
HW_EXPORT hw_status hw_module_failed(hw_isolate*, const char* name, hw_value reason);

/* ---- Throwing, in callbacks: return what these return ---- */

typedef enum hw_error_type {
  HW_ERROR_PLAIN,
  HW_ERROR_RANGE,
  HW_ERROR_REFERENCE,
  HW_ERROR_SYNTAX,
  HW_ERROR_TYPE
} hw_error_type;
/* Throws the value. [no JavaScript] */
HW_EXPORT hw_status hw_throw(hw_isolate*, hw_value exception);
/* Throws a new Error of the type, with the guest's stack. [no JavaScript] */
HW_EXPORT hw_status hw_throw_error(hw_isolate*, hw_error_type type, const char* message);
/* Ends the guest with HW_REASON_STOPPED. [no JavaScript] */
HW_EXPORT hw_status hw_terminate(hw_isolate*);

/* ---- Values ---- */

typedef enum hw_type {
  HW_TYPE_UNDEFINED,
  HW_TYPE_NULL,
  HW_TYPE_BOOLEAN,
  HW_TYPE_NUMBER,
  HW_TYPE_STRING,
  HW_TYPE_SYMBOL,
  HW_TYPE_BIGINT,
  HW_TYPE_OBJECT,
  HW_TYPE_FUNCTION
} hw_type;
/* Returns the type of a value. A callable object is HW_TYPE_FUNCTION, any other object
 * HW_TYPE_OBJECT. [no JavaScript] */
HW_EXPORT hw_type hw_type_of(const hw_isolate*, hw_value value);

/* These functions return new values. If memory runs out, the guest is terminated at its next step. */

/* Returns undefined, which belongs to no isolate. [any thread] */
HW_EXPORT hw_value hw_undefined(void);
/* Returns null, which belongs to no isolate. [any thread] */
HW_EXPORT hw_value hw_null(void);
/* Returns true or false, which belong to no isolate. [any thread] */
HW_EXPORT hw_value hw_boolean(bool value);
/* Makes a Number. [no JavaScript] */
HW_EXPORT hw_value hw_number(hw_isolate*, double value);
/* Makes a string of UTF-8. `size` may be HW_ZERO_TERMINATED. [no JavaScript] */
HW_EXPORT hw_value hw_string(hw_isolate*, const char* utf8, size_t size);
/* Makes a string of `count` UTF-16 units. Lone surrogates stay as they are. [no JavaScript] */
HW_EXPORT hw_value hw_string_utf16(hw_isolate*, const uint16_t* units, size_t count);
/* Makes a BigInt. [no JavaScript] */
HW_EXPORT hw_value hw_bigint(hw_isolate*, int64_t value);
/* Makes a BigInt of `count` words, the least significant first. Throws a RangeError if they are too
 * many. [no JavaScript] */
HW_EXPORT hw_status hw_bigint_words(hw_isolate*, bool negative, const uint64_t* words, size_t count,
                                    hw_value* bigint);
/* Makes a Date of milliseconds since 1970, UTC; one beyond what a Date can hold is an invalid
 * Date. [no JavaScript] */
HW_EXPORT hw_value hw_date(hw_isolate*, double milliseconds);
/* Makes a symbol. `description` is a string or undefined. [no JavaScript] */
HW_EXPORT hw_value hw_symbol(hw_isolate*, hw_value description);
/* Returns the symbol that Symbol.for(key) returns. `key` is a string. [no JavaScript] */
HW_EXPORT hw_value hw_symbol_for(hw_isolate*, hw_value key);
typedef enum hw_well_known {
  HW_WELL_KNOWN_ITERATOR,
  HW_WELL_KNOWN_ASYNC_ITERATOR,
  HW_WELL_KNOWN_HAS_INSTANCE,
  HW_WELL_KNOWN_TO_PRIMITIVE,
  HW_WELL_KNOWN_TO_STRING_TAG,
  HW_WELL_KNOWN_DISPOSE,
  HW_WELL_KNOWN_ASYNC_DISPOSE
} hw_well_known;
/* Returns Symbol.iterator and its like. [no JavaScript] */
HW_EXPORT hw_value hw_symbol_well_known(const hw_isolate*, hw_well_known which);
/* Returns a key for hw_get, hw_set, hw_has, hw_delete, hw_define and hw_get_own that guests can neither
 * see nor guess; never pass it to one as a value. It is the same for the same name in an isolate and its
 * images. Such properties are the object's own: none is inherited, frozen objects and proxies have them,
 * too, and they run no JavaScript. [no JavaScript] */
HW_EXPORT hw_value hw_private_key(hw_isolate*, const char* name);
/* Makes an error as hw_throw_error does, and does not throw it. `message` is a string or
 * undefined. [no JavaScript] */
HW_EXPORT hw_status hw_error_new(hw_isolate*, hw_error_type type, hw_value message, hw_value* error);
/* Makes an object without properties, whose prototype is Object.prototype. [no JavaScript] */
HW_EXPORT hw_value hw_object(hw_isolate*);
/* Makes an array of `count` elements. [no JavaScript] */
HW_EXPORT hw_value hw_array(hw_isolate*, const hw_value* elements, size_t count);
/* Returns globalThis. [no JavaScript] */
HW_EXPORT hw_value hw_global(const hw_isolate*);
/* Returns a function object of the host's function of that name, which finds `captured` in its hw_call.
 * Returns undefined if there is no such function. [no JavaScript] */
HW_EXPORT hw_value hw_function_new(hw_isolate*, const char* name, hw_value captured);
/* How a function object differs from what its hw_function says. */
typedef struct hw_function_options {
  size_t size;         /* sizeof(hw_function_options) */
  hw_value shown_name; /* a string: what guests see as its name; 0 or undefined: that of the hw_function */
  int length;          /* what guests see as its length; 0: that of the hw_function */
  /* `new` may call it, and a class may extend it: this_value is then a new object with the prototype that
   * `new` gives it, and the result unless the function writes an object to *result. */
  bool constructs;
  hw_value prototype; /* an object, its property `prototype` if it constructs; 0 or undefined: a new object */
} hw_function_options;
/* Makes a function object as hw_function_new does, with options, which may be null. One function
 * of the host whose `captured` is a number serves all functions of another language. Images know
 * it by the name of the hw_function, with its `captured`. Returns HW_INVALID if there is no such
 * function. [no JavaScript] */
HW_EXPORT hw_status hw_function_make(hw_isolate*, const char* name, hw_value captured,
                                     const hw_function_options* options, hw_value* function);
/* Returns what a function of the host was made with, or undefined if the value is none. [no JavaScript] */
HW_EXPORT hw_value hw_function_captured(const hw_isolate*, hw_value function);
/* Returns the constructor of the host's class of that name, or undefined if there is none. [no JavaScript] */
HW_EXPORT hw_value hw_class_constructor(hw_isolate*, const char* name);
/* Makes a JavaScript object for a C++ object of the host's class `type`, or of a class derived from it.
 * `new_target` is that of hw_call, or undefined. Each call makes another one; the C++ object keeps the
 * first. [runs JavaScript] */
HW_EXPORT hw_status hw_object_wrap(hw_isolate*, void* object, uint32_t type, hw_value new_target,
                                   hw_value* result);
/* Returns the C++ object if `value` is an object of that class or one derived from it; else
 * null. [no JavaScript] */
HW_EXPORT void* hw_object_unwrap(const hw_isolate*, hw_value value, uint32_t type);
/* Installs all functions and classes of the host as properties of `object`. [no JavaScript] */
HW_EXPORT hw_status hw_install_host(hw_isolate*, hw_value object);

/* Returns whether `if` would take the value for true. [no JavaScript] */
HW_EXPORT bool hw_is_true(const hw_isolate*, hw_value value);
/* Returns the number that a Number value is. Returns NaN for any other value. [no JavaScript] */
HW_EXPORT double hw_as_number(const hw_isolate*, hw_value value);
/* Writes a BigInt to *number. Returns false if the value isn't a BigInt or doesn't fit. [no JavaScript] */
HW_EXPORT bool hw_as_int64(const hw_isolate*, hw_value bigint, int64_t* number);
/* Writes the words of a BigInt, as many as there is room for, the least significant first, and its sign.
 * Returns the number of words that it has; 0 is the BigInt 0, or no BigInt. [no JavaScript] */
HW_EXPORT size_t hw_as_words(const hw_isolate*, hw_value bigint, bool* negative, uint64_t* words,
                             size_t capacity);
/* Writes the milliseconds since 1970, UTC, of a Date; those of an invalid Date are NaN. Returns false if
 * the value is no Date. [no JavaScript] */
HW_EXPORT bool hw_as_date(const hw_isolate*, hw_value date, double* milliseconds);
typedef enum hw_kind {
  HW_KIND_NONE, /* the value is no object */
  HW_KIND_PLAIN,
  HW_KIND_ARRAY,
  HW_KIND_FUNCTION,
  HW_KIND_ERROR,
  HW_KIND_DATE,
  HW_KIND_REGEXP,
  HW_KIND_MAP,
  HW_KIND_SET,
  HW_KIND_WEAK, /* WeakMap, WeakSet, WeakRef, FinalizationRegistry */
  HW_KIND_PROMISE,
  HW_KIND_PROXY,  /* callable ones, too */
  HW_KIND_BUFFER, /* ArrayBuffer and SharedArrayBuffer */
  HW_KIND_VIEW,   /* typed arrays and DataViews */
  HW_KIND_BOXED,  /* new Number(1) and its like */
  HW_KIND_GENERATOR,
  HW_KIND_ITERATOR,
  HW_KIND_NAMESPACE, /* of a module */
  HW_KIND_EXTERNAL,  /* of hw_external_new */
  HW_KIND_HOST,      /* of a class of the host */
  HW_KIND_INTL,
  HW_KIND_TEMPORAL,
  HW_KIND_OTHER
} hw_kind;
/* Returns what kind of object a value is, whatever its prototype says. [no JavaScript] */
HW_EXPORT hw_kind hw_kind_of(const hw_isolate*, hw_value value);
/* Converts a value as Number(value) does. [runs JavaScript] */
HW_EXPORT hw_status hw_to_number(hw_isolate*, hw_value value, double* number);
/* Converts a value as String(value) does. *string is a string value for hw_utf8. [runs JavaScript] */
HW_EXPORT hw_status hw_to_string(hw_isolate*, hw_value value, hw_value* string);
/* Writes the UTF-8 of a string value, as hw_describe does. Lone surrogates become U+FFFD. Returns the
 * whole length, or 0 if the value is not a string. [no JavaScript] */
HW_EXPORT size_t hw_utf8(hw_isolate*, hw_value string, char* text, size_t capacity);
/* Writes the UTF-16 of a string value, unchanged and not terminated. Returns the whole length in
 * units. [no JavaScript] */
HW_EXPORT size_t hw_utf16(hw_isolate*, hw_value string, uint16_t* units, size_t capacity);
/* Returns whether a === b. [no JavaScript] */
HW_EXPORT bool hw_is_same(hw_isolate*, hw_value a, hw_value b);
/* Returns whether the value is an array. A proxy of an array is none. [no JavaScript] */
HW_EXPORT bool hw_is_array(const hw_isolate*, hw_value value);

/* Makes a reference: a place that keeps a value alive until hw_ref_free. Images contain it under the same
 * number. Returns 0 if there are two million already. [no JavaScript] */
HW_EXPORT hw_ref hw_ref_new(hw_isolate*, hw_value value);
/* Returns the value of a reference, or undefined if there is no such reference. [no JavaScript] */
HW_EXPORT hw_value hw_ref_get(const hw_isolate*, hw_ref ref);
/* Sets the value of a reference. [no JavaScript] */
HW_EXPORT void hw_ref_set(hw_isolate*, hw_ref ref, hw_value value);
/* Frees a reference. Its number may be given out again. [no JavaScript] */
HW_EXPORT void hw_ref_free(hw_isolate*, hw_ref ref);

typedef enum hw_ref_kind {
  HW_REF_STRONG = 0, /* as hw_ref_new makes it */
  /* The number means nothing in images. What only such references keep alive is in an image all the same. */
  HW_REF_TRANSIENT = 1,
  /* Undefined once its object, function or symbol was collected. While a guest runs, hw_ref_get keeps that
   * alive until the guest's job is over. Objects that came with the image are not
   * collected, but for those of a chain of images, and when an image is made with `compact`. */
  HW_REF_WEAK = 2
} hw_ref_kind;
/* Makes a reference of any kind. The functions above work on all of them. Returns 0 if there are
 * two million references already (16 million transient ones), or if the value can't be held
 * weakly. [no JavaScript] */
HW_EXPORT hw_ref hw_ref_create(hw_isolate*, hw_value value, hw_ref_kind kind);
/* Keeps a reference once more: it ends when it was freed as often as it was made and kept. Returns `ref`,
 * or 0 if that is none. [no JavaScript] */
HW_EXPORT hw_ref hw_ref_keep(hw_isolate*, hw_ref ref);
/* Frees a reference when the isolate is next entered or left: for finalizers of other languages. May be
 * called from any thread, at any time before the isolate is destroyed, also while another thread is
 * inside; not from a signal handler. A reference that was freed already is left alone. [any thread] */
HW_EXPORT void hw_ref_free_later(hw_isolate*, hw_ref ref);

/* ---- Scopes: values where no scan of a stack finds them ---- */

/* While a scope is open, the program may keep values wherever it likes: every value that a function returns or
 * writes stays alive until the innermost scope that was open then is closed. Values on the native stack are
 * found as ever, with a scope or without one. Scopes nest like calls. A callback that is called while a scope
 * is open has a scope of its own, which the values that it is given are in; that one, and what the callback
 * leaves open, is closed when it returns. A scope does not go into images and does not outlive a reset. These
 * functions run no JavaScript. */
typedef uint32_t hw_scope; /* 0: none */
/* Opens a scope. Returns 0 if a million are open, or if there is no memory. [no JavaScript] */
HW_EXPORT hw_scope hw_scope_open(hw_isolate*);
/* Closes a scope. Returns HW_INVALID if it is not the innermost one, or was not opened by this
 * callback. [no JavaScript] */
HW_EXPORT hw_status hw_scope_close(hw_isolate*, hw_scope scope);
/* Keeps a value alive until the scope around this one is closed. Returns HW_INVALID if the scope is not
 * open, or if there is none around it. [no JavaScript] */
HW_EXPORT hw_status hw_scope_escape(hw_isolate*, hw_scope scope, hw_value value);

/* ---- Objects ---- */

/* The functions of this section include getters, setters and proxies. Strings are keys as they are. A
 * result may be written over an argument. */

/* Reads object[key], getters and proxies included. [runs JavaScript] */
HW_EXPORT hw_status hw_get(hw_isolate*, hw_value object, hw_value key, hw_value* result);
/* Does object[key] = value, setters and proxies included. Throws a TypeError if that fails, as strict code
 * does. [runs JavaScript] */
HW_EXPORT hw_status hw_set(hw_isolate*, hw_value object, hw_value key, hw_value value);
/* Reads a property as hw_get does. `name` is UTF-8, zero-terminated. [runs JavaScript] */
HW_EXPORT hw_status hw_get_named(hw_isolate*, hw_value object, const char* name, hw_value* result);
/* Sets a property as hw_set does. `name` is UTF-8, zero-terminated. [runs JavaScript] */
HW_EXPORT hw_status hw_set_named(hw_isolate*, hw_value object, const char* name, hw_value value);
/* Reads an element as hw_get does. [runs JavaScript] */
HW_EXPORT hw_status hw_get_index(hw_isolate*, hw_value object, uint32_t index, hw_value* result);
/* Sets an element as hw_set does. [runs JavaScript] */
HW_EXPORT hw_status hw_set_index(hw_isolate*, hw_value object, uint32_t index, hw_value value);
/* Does what `key in object` does. [runs JavaScript] */
HW_EXPORT hw_status hw_has(hw_isolate*, hw_value object, hw_value key, bool* result);
/* Does what `delete object[key]` does in strict code. If `result` is not null, *result says whether the
 * property is gone. [runs JavaScript] */
HW_EXPORT hw_status hw_delete(hw_isolate*, hw_value object, hw_value key, bool* result);
/* Makes an array of the keys that Object.keys returns. [runs JavaScript] */
HW_EXPORT hw_status hw_keys(hw_isolate*, hw_value object, hw_value* array);
enum { HW_PROPERTY_WRITABLE = 1, HW_PROPERTY_ENUMERABLE = 2, HW_PROPERTY_CONFIGURABLE = 4 };
/* A property. It is an accessor if `getter` or `setter` is a function. */
typedef struct hw_property {
  size_t size;         /* sizeof(hw_property) */
  uint32_t attributes; /* HW_PROPERTY_ constants, together, that are true; 0: none */
  uint32_t given;      /* the attributes that are stated beside those that are true; 0: none */
  bool has_value;      /* `value` is stated */
  hw_value value;      /* what it is, if has_value; 0: the number 0 */
  hw_value getter;     /* a function, or undefined; 0: it is not stated */
  hw_value setter;     /* a function, or undefined; 0: it is not stated */
} hw_property;
/* Does what Reflect.defineProperty does. If `defined` is null, a failure is a TypeError. Properties of
 * plain objects and errors, named by strings or symbols, can also be defined while the guest waits for
 * hw_resume: so an error for hw_resume_throw can have any. [runs JavaScript] */
HW_EXPORT hw_status hw_define(hw_isolate*, hw_value object, hw_value key, const hw_property* property,
                              bool* defined);
/* Fills in an own property, whose size must be set, and says whether there is one. [runs JavaScript] */
HW_EXPORT hw_status hw_get_own(hw_isolate*, hw_value object, hw_value key, hw_property* property,
                               bool* found);
enum {
  HW_KEYS_STRINGS = 1,
  HW_KEYS_SYMBOLS = 2,
  HW_KEYS_ALL = 4,       /* not enumerable ones, too */
  HW_KEYS_INHERITED = 8, /* those of prototypes, too */
  HW_KEYS_INDICES_AS_NUMBERS = 16
};
/* Makes an array of an object's keys, in the language's order. `which` is of the constants
 * above. [runs JavaScript] */
HW_EXPORT hw_status hw_own_keys(hw_isolate*, hw_value object, uint32_t which, hw_value* array);
/* Does what Object.getPrototypeOf does. [runs JavaScript] */
HW_EXPORT hw_status hw_prototype(hw_isolate*, hw_value object, hw_value* prototype);
/* Does what Object.setPrototypeOf does. [runs JavaScript] */
HW_EXPORT hw_status hw_set_prototype(hw_isolate*, hw_value object, hw_value prototype);
typedef enum hw_integrity {
  HW_INTEGRITY_NOT_EXTENSIBLE,
  HW_INTEGRITY_SEALED,
  HW_INTEGRITY_FROZEN
} hw_integrity;
/* Does what Object.preventExtensions, Object.seal and Object.freeze do. [runs JavaScript] */
HW_EXPORT hw_status hw_set_integrity(hw_isolate*, hw_value object, hw_integrity level);
/* Does what `value instanceof constructor` does. [runs JavaScript] */
HW_EXPORT hw_status hw_instance_of(hw_isolate*, hw_value value, hw_value constructor, bool* result);
/* Makes an array of the keys and values in turn of a Map, or of the values of a Set, in order. Throws a
 * TypeError if the value is neither. [no JavaScript] */
HW_EXPORT hw_status hw_entries(hw_isolate*, hw_value map_or_set, hw_value* array);
/* Does what function.call(this_value, ...arguments) does. [runs JavaScript] */
HW_EXPORT hw_status hw_call_function(hw_isolate*, hw_value function, hw_value this_value,
                                     const hw_value* arguments, size_t count, hw_value* result);
/* Does what new constructor(...arguments) does. [runs JavaScript] */
HW_EXPORT hw_status hw_construct(hw_isolate*, hw_value constructor, const hw_value* arguments, size_t count,
                                 hw_value* result);
/* Does what JSON.parse does. `size` may be HW_ZERO_TERMINATED. Throws a SyntaxError if the text is no
 * JSON. [no JavaScript] */
HW_EXPORT hw_status hw_json_parse(hw_isolate*, const char* text, size_t size, hw_value* result);
/* Does what JSON.stringify does. *string is undefined if the value has no JSON. [runs JavaScript] */
HW_EXPORT hw_status hw_json_stringify(hw_isolate*, hw_value value, hw_value* string);

/* ---- Plain data: a whole tree of values in one call ---- */

typedef enum hw_item_kind {
  HW_ITEM_UNDEFINED,
  HW_ITEM_NULL,
  HW_ITEM_BOOLEAN, /* u.boolean */
  /* u.integer: a Number. hw_build throws a RangeError beyond 2^53; hw_read gives every Number so that is an
   * integer up to 2^53 - 1, and not -0. */
  HW_ITEM_INTEGER,
  HW_ITEM_NUMBER,      /* u.number */
  HW_ITEM_LATIN1,      /* u.text: a string, a byte for each character */
  HW_ITEM_UTF8,        /* u.text: the same in UTF-8. hw_build throws a TypeError if it is none */
  HW_ITEM_UTF16,       /* u.text: the same, `count` units of 16 bits; lone surrogates stay as they are */
  HW_ITEM_BIGINT,      /* u.text: `count` words of 64 bits, the least significant first; HW_ITEM_NEGATIVE */
  HW_ITEM_DATE,        /* u.number: milliseconds since 1970, UTC; NaN: an invalid Date */
  HW_ITEM_BYTES,       /* u.text: a Uint8Array */
  HW_ITEM_BEGIN_ARRAY, /* hw_read gives the length in u.integer */
  HW_ITEM_BEGIN_OBJECT,
  HW_ITEM_KEY,  /* u.text: of the member whose value comes next; HW_ITEM_KEY_… says how it is encoded */
  HW_ITEM_END,  /* of the innermost array or object */
  HW_ITEM_VALUE /* u.value: anything */
} hw_item_kind;
/* hw_item.flags. */
enum {
  HW_ITEM_NEGATIVE = 1,   /* of a BigInt */
  HW_ITEM_KEY_LATIN1 = 2, /* of a key; UTF-8 if neither is set */
  HW_ITEM_KEY_UTF16 = 4
};
typedef struct hw_item {
  size_t size;       /* sizeof(hw_item) */
  hw_item_kind kind; /* what the item is; 0: HW_ITEM_UNDEFINED */
  uint32_t flags;    /* HW_ITEM_ flags, together; 0: none */
  union {
    bool boolean;    /* of HW_ITEM_BOOLEAN */
    int64_t integer; /* of HW_ITEM_INTEGER; the length of an array that hw_read begins */
    double number;   /* of HW_ITEM_NUMBER and HW_ITEM_DATE */
    struct {
      const void* data; /* as the kind says, or the flags of a key */
      size_t count;     /* bytes, units or words; of UTF-8 also HW_ZERO_TERMINATED */
    } text;             /* of strings, keys, BigInts and HW_ITEM_BYTES */
    hw_value value;     /* of HW_ITEM_VALUE */
  } u;                  /* the member that the kind names */
} hw_item;
/* Makes a value of the items that `next` fills in, one at each call, until the value is whole. An object
 * or an array is its BEGIN, its members or elements, and HW_ITEM_END. Texts need to stay only until the
 * next call. A key that comes twice has the last value. Objects of the same keys in a row share a shape.
 * If `next` returns false, a TypeError says that the value is not whole. Returns HW_INVALID if items do
 * not fit together. Runs no JavaScript itself; `next` may use the isolate, except that no call in it can
 * wait for hw_resume. A C++ exception of `next` becomes an Error. [no JavaScript] */
HW_EXPORT hw_status hw_build(hw_isolate*, bool (*next)(void* data, hw_item* item), void* data,
                             hw_value* result);
/* hw_read's flags. */
enum {
  HW_READ_GETTERS = 1,  /* calls getters, so it may run JavaScript; without it they count as undefined */
  HW_READ_UNDEFINED = 2 /* members that are undefined, too; otherwise they are left out */
};
/* Calls `item` for all that is in a value, in the order in which hw_build takes it: of objects the
 * enumerable own members that have strings for names, of arrays all elements, holes as undefined. Strings
 * and keys come as Latin-1 or UTF-16, whichever they are stored as. Other things than plain data come as
 * HW_ITEM_VALUE: functions, symbols, proxies, Maps, class instances of the library or the host, an object
 * within itself, and objects with more than `depth` around them. Ends when `item` returns false. What an
 * item points to is valid during its call; values that it has are in the scope that is open around this
 * function. `item` may use the isolate, as `next` of hw_build may. [runs JavaScript] */
HW_EXPORT hw_status hw_read(hw_isolate*, hw_value value, uint32_t flags, uint32_t depth,
                            bool (*item)(void* data, const hw_item* item), void* data);

/* Makes an ArrayBuffer with a copy of the bytes, or with zeros if `data` is null. [no JavaScript] */
HW_EXPORT hw_status hw_array_buffer(hw_isolate*, const void* data, size_t size, hw_value* buffer);
/* Makes a Uint8Array with a copy of the bytes, or with zeros if `data` is null. [no JavaScript] */
HW_EXPORT hw_status hw_uint8_array(hw_isolate*, const void* data, size_t size, hw_value* array);
/* Finds the bytes of an ArrayBuffer or of a view of one. They stay where they are until JavaScript runs.
 * Returns false if the value is neither, or detached. [no JavaScript] */
HW_EXPORT bool hw_bytes(hw_isolate*, hw_value buffer_or_view, uint8_t** data, size_t* size);
/* Finds bytes as hw_bytes does, for C code that works on them while JavaScript runs, on any thread. Until
 * hw_bytes_unpin was called as often, the buffer is not collected, and what would detach or resize it
 * throws a TypeError. The isolate is not reset, destroyed or given back meanwhile. Returns HW_INVALID
 * where hw_bytes returns false. These two are called as all functions are, by the one thread that uses the
 * isolate. They run no JavaScript. [no JavaScript] */
HW_EXPORT hw_status hw_bytes_pin(hw_isolate*, hw_value buffer_or_view, uint8_t** data, size_t* size);
/* Takes back one hw_bytes_pin of the buffer or of a view of it. [no JavaScript] */
HW_EXPORT void hw_bytes_unpin(hw_isolate*, hw_value buffer_or_view);

enum {
  /* The first two are for hw_array_buffer_external. */
  HW_BUFFER_READ_ONLY = 1, /* an immutable ArrayBuffer: no guest writes to it */
  HW_BUFFER_UNCOUNTED = 2, /* its bytes don't count towards memory_limit */
  /* The others are in hw_view.flags only. */
  HW_BUFFER_EXTERNAL = 4, /* the memory is the host's */
  HW_BUFFER_SHARED = 8,   /* a SharedArrayBuffer */
  HW_BUFFER_RESIZABLE = 16,
  HW_BUFFER_DETACHED = 32 /* or, of a view, out of bounds: there are no bytes */
};
/* Makes an ArrayBuffer over memory of the host's, which stays where it is. `release`, which may be null,
 * is called once with `owner`, as a finalizer is: when the buffer was collected, detached or transferred,
 * or at the end of the isolate. It is called only if this function returns HW_OK. Others may change the
 * bytes meanwhile; a guest then sees any mixture. In an image there is a copy of the bytes. Throws
 * a RangeError beyond the memory limit. [no JavaScript] */
HW_EXPORT hw_status hw_array_buffer_external(hw_isolate*, void* data, size_t size, uint32_t flags,
                                             void (*release)(void* owner), void* owner, hw_value* buffer);
/* Detaches an ArrayBuffer; views of it have length 0 from then on. Nothing happens if it is
 * detached already. Throws a TypeError if it is pinned, shared, or an immutable one that is not
 * the host's. [no JavaScript] */
HW_EXPORT hw_status hw_array_buffer_detach(hw_isolate*, hw_value buffer);
/* Detaches an ArrayBuffer and gives its memory to the caller, who frees it with hw_memory_free. The caller
 * gets a copy if the memory is the host's or the buffer is large. Throws a TypeError also if it is
 * detached already. [no JavaScript] */
HW_EXPORT hw_status hw_array_buffer_take(hw_isolate*, hw_value buffer, void** data, size_t* size);

typedef enum hw_view_kind {
  HW_VIEW_NONE,
  HW_VIEW_INT8,
  HW_VIEW_UINT8,
  HW_VIEW_UINT8_CLAMPED,
  HW_VIEW_INT16,
  HW_VIEW_UINT16,
  HW_VIEW_INT32,
  HW_VIEW_UINT32,
  HW_VIEW_FLOAT16,
  HW_VIEW_FLOAT32,
  HW_VIEW_FLOAT64,
  HW_VIEW_BIGINT64,
  HW_VIEW_BIGUINT64,
  HW_VIEW_DATA_VIEW
} hw_view_kind;
typedef struct hw_view {
  size_t size;        /* sizeof(hw_view) */
  hw_view_kind kind;  /* HW_VIEW_NONE: the value is the buffer itself */
  hw_value buffer;    /* the ArrayBuffer or SharedArrayBuffer */
  uint8_t* data;      /* of the first element, until JavaScript runs; null: there are no bytes */
  size_t byte_offset; /* in the buffer */
  size_t byte_length; /* now */
  size_t length;      /* in elements; of a DataView in bytes */
  uint32_t flags;     /* HW_BUFFER_ constants, together */
} hw_view;
/* Makes a typed array or a DataView as `new` does. `length` is in elements, of a DataView in bytes.
 * SIZE_MAX stands for the rest of the buffer; such a view of a resizable buffer follows its length. Throws
 * a RangeError if it does not fit, and a TypeError if the buffer is none or detached. [no JavaScript] */
HW_EXPORT hw_status hw_view_new(hw_isolate*, hw_view_kind kind, hw_value buffer, size_t byte_offset,
                                size_t length, hw_value* view);
/* Fills in `description`, whose size must be set, for a view or a buffer. Returns false if the value is
 * neither. [no JavaScript] */
HW_EXPORT bool hw_view_describe(const hw_isolate*, hw_value view, hw_view* description);

/* ---- Data of the host's in objects, and finalizers ---- */

/* Finalizers run when the collector has found that an object is dead, though never inside of a collection and
 * never while a guest runs. Each runs exactly once, on the thread that was inside last:
 *   (a) in hw_run_jobs, hw_run_some_jobs and hw_resume, when no job is left;
 *   (b) when the outermost call of a function has left the isolate, and so after hw_isolate_collect;
 *   (c) all that are left, in the reset and the destruction of the isolate, and when it is given back.
 * In (a) and (b) a finalizer may use the isolate. In (a) it is inside. In (b) it may destroy the isolate, as
 * the last thing. In (c) every use of the isolate is refused. After the guest was terminated finalizers run
 * all the same. An exception of C++ that leaves a finalizer ends the process with a sentence. */
typedef void (*hw_finalizer)(void* data, void* hint);

typedef struct hw_external {
  size_t size;           /* sizeof(hw_external) */
  const char* label;     /* UTF-8, for messages and heap snapshots; null: none */
  void* data;            /* the host's, the first argument of `finalize`; null: there is none */
  hw_finalizer finalize; /* called once the object is dead; null: nothing is */
  void* hint;            /* the second argument of `finalize`; null: it gets null */
  /* Memory outside that `data` stands for, in bytes. It counts towards memory_limit until the finalizer has
   * run. 0: none. */
  size_t bytes;
  bool detaches; /* an image may hold the object, whose data is null in clones; otherwise there is no image */
} hw_external;
/* Makes an object that has data of the host's. It has no properties and no prototype. Returns undefined if
 * the arguments do not allow it; `finalize` is never called then. A guest over its memory limit is
 * terminated at its next step. [no JavaScript] */
HW_EXPORT hw_value hw_external_new(hw_isolate*, const hw_external* external);
/* Gives data to an object that has none; frozen objects and proxies may have it, too, and guests
 * don't see it. Returns HW_INVALID if the object has data already; `finalize` is called only after
 * HW_OK. [no JavaScript] */
HW_EXPORT hw_status hw_attach(hw_isolate*, hw_value object, const hw_external* external);
/* Returns the data that an object was made with or was given, or null if there is none, or none any
 * more. [no JavaScript] */
HW_EXPORT void* hw_external_data(const hw_isolate*, hw_value object);
/* Has `finalize` called when the object was collected. An object may have any number of finalizers, which
 * are called in no particular order. Returns HW_INVALID if the value is no object; `finalize` is called
 * only after HW_OK. Images do not have it. [no JavaScript] */
HW_EXPORT hw_status hw_finalizer_add(hw_isolate*, hw_value object, hw_finalizer finalize, void* data,
                                     void* hint);
/* Changes the number of bytes outside that the guest keeps alive, as the host knows it; they count towards
 * memory_limit. Returns HW_TERMINATED if they are too many: they count, and the guest has ended. Returns
 * HW_INVALID if there are not so many to take away. [no JavaScript] */
HW_EXPORT hw_status hw_adjust_external_bytes(hw_isolate*, int64_t change);

/* ---- Promises: how a host answers later ---- */

/* Makes a pending promise. [no JavaScript] */
HW_EXPORT hw_status hw_promise_new(hw_isolate*, hw_value* promise);
/* Resolves a promise with a value; if that is a promise or thenable, the promise follows it. Reactions run
 * in hw_run_jobs. A promise that is settled already stays as it is. [runs JavaScript] */
HW_EXPORT hw_status hw_promise_resolve(hw_isolate*, hw_value promise, hw_value value);
/* Rejects a promise. Reactions run in hw_run_jobs. A promise that is settled already stays as it
 * is. [no JavaScript] */
HW_EXPORT hw_status hw_promise_reject(hw_isolate*, hw_value promise, hw_value reason);
/* Returns the state of a promise, and writes its value or reason to *result. [no JavaScript] */
HW_EXPORT hw_promise_state hw_promise_inspect(hw_isolate*, hw_value promise, hw_value* result);
/* Has hw_hooks.promise_settled called with `token`, as a job, when the promise is settled, or if it is.
 * The promise counts as handled. It may be watched any number of times. Images have it, too. Returns
 * HW_INVALID if the host has no such hook. Throws a TypeError if the value is no promise. [no JavaScript] */
HW_EXPORT hw_status hw_promise_watch(hw_isolate*, hw_value promise, uint64_t token);
/* Queues a job that calls the function with these arguments, and undefined for `this`. The hw_run_jobs
 * that runs the job returns HW_EXCEPTION if the function throws. Throws a TypeError if the value is no
 * function. [no JavaScript] */
HW_EXPORT hw_status hw_queue_job(hw_isolate*, hw_value function, const hw_value* arguments, size_t count);
/* The value of asynchronous code is for AsyncLocalStorage and the like. Promise reactions, code behind an
 * await, and other jobs find the value of where they were made; the body of a generator finds that of
 * where the generator was made, and keeps what it sets. When such code ends or waits, the isolate has the
 * value again that it had before. So it has when a call returns HW_SUSPENDED; hw_resume goes on with the
 * value of the call. Guests don't see it. Images have it. */

/* Returns the value that asynchronous code carries along, which is undefined at first. [no JavaScript] */
HW_EXPORT hw_value hw_async_context(const hw_isolate*);
/* Sets the value that asynchronous code carries along. [no JavaScript] */
HW_EXPORT void hw_set_async_context(hw_isolate*, hw_value context);

/* ---- Structured clone: values as bytes that any isolate can read ---- */

/* Writes a value as bytes: objects, arrays, Maps, Sets, Dates, RegExps, Errors, ArrayBuffers and views,
 * BigInts, cycles. Returns HW_EXCEPTION for a value that can't be cloned. The caller frees the bytes with
 * hw_memory_free. [runs JavaScript] */
HW_EXPORT hw_status hw_serialize(hw_isolate*, hw_value value, uint8_t** data, size_t* size);
/* Reads such bytes, which may come from anywhere. Returns HW_EXCEPTION if they are no
 * value. [no JavaScript] */
HW_EXPORT hw_status hw_deserialize(hw_isolate*, const uint8_t* data, size_t size, hw_value* result);
/* Frees memory that hw_serialize or hw_array_buffer_take gave to the caller. Null does
 * nothing. [any thread] */
HW_EXPORT void hw_memory_free(void* data);

/* ---- Inspectors: clients of the Chrome DevTools Protocol ---- */

/* The library speaks messages, never sockets: a host carries them to and from a client such as Chrome's
 * developer tools. docs/debugging.md says what is answered. Whoever sends messages may do anything in the
 * isolate, past hw_config.no_eval, too. */
typedef struct hw_inspector hw_inspector;

typedef struct hw_inspector_options {
  size_t size; /* sizeof(hw_inspector_options) */
  void* data;  /* the first argument of `send`; null: it gets null */
  /* Required: called with each message to the client, which is JSON in UTF-8. It is called on the thread that
   * uses the isolate, which it must not use itself. */
  void (*send)(void* data, const char* message, size_t size);
  const char* title;      /* of the isolate, for the client; null: "halfword" */
  bool wait_for_debugger; /* hw_inspector_is_waiting is true until the client says go */
  /* Called where the program pauses, inside the call of the guest: hands on the client's messages to
   * hw_inspector_dispatch, those of all inspectors of the isolate, and returns when hw_inspector_is_paused is
   * false. When it returns the program goes on. Null: the program doesn't pause, unless another inspector of
   * the isolate has such a function. The client is told. */
  void (*run_while_paused)(void* data, hw_isolate* isolate);
} hw_inspector_options;

/* Attaches a client to the isolate, of which there may be several. The isolate may be in use on this
 * thread. Returns null and fills in `error` if another thread is inside, or if a member of `options` is
 * invalid. [no JavaScript] */
HW_EXPORT hw_inspector* hw_inspector_new(hw_isolate* isolate, const hw_inspector_options* options,
                                         hw_error* error);
/* Handles a message of the client. The answer goes to `send`, at once or, where it waits for a
 * promise, when that is settled. What the message asks for may run JavaScript, and unless a guest is
 * running, its jobs. Returns HW_OK also where the answer is an error, HW_TERMINATED if the isolate is
 * terminated, and HW_INVALID if the isolate was destroyed, if another thread is inside, or in a call
 * of `send`. [runs JavaScript] */
HW_EXPORT hw_status hw_inspector_dispatch(hw_inspector* inspector, const char* message, size_t size);
/* Returns whether the inspector was made with wait_for_debugger and no client has called
 * Runtime.runIfWaitingForDebugger. [no JavaScript] */
HW_EXPORT bool hw_inspector_is_waiting(const hw_inspector* inspector);
/* Returns whether the client has been told of a pause, and none has said yet how to go on. [no JavaScript] */
HW_EXPORT bool hw_inspector_is_paused(const hw_inspector* inspector);
/* Detaches the client, and lets go of what it has asked to keep. An inspector outlives its isolate, and is
 * detached from one that goes back to its pool. Null does nothing, and so does a call while another thread
 * is inside, or in a call of `send` or `run_while_paused` of an inspector of the isolate. To end a pause
 * whose client has gone, dispatch Debugger.disable. [no JavaScript] */
HW_EXPORT void hw_inspector_free(hw_inspector* inspector);

/* ---- Profiles ---- */

/* Begins to record where the isolate spends its time: the polls at the ends of quanta of fuel, which come
 * every few microseconds, note what runs, one in each interval of `interval_ns` nanoseconds (0: a
 * millisecond). The guest takes no more fuel for it. Returns false and fills in `error` if a profile is being
 * recorded already, by an inspector's client perhaps, or if another thread is inside. A reset ends the
 * recording. [no JavaScript] */
HW_EXPORT bool hw_profile_start(hw_isolate* isolate, uint64_t interval_ns, hw_error* error);
/* Ends the recording and calls `write` once with the profile: JSON in UTF-8, as a .cpuprofile file has it,
 * which Chrome's developer tools and Visual Studio Code open. The text is gone when `write` returns. Returns
 * false and fills in `error` if no profile is being recorded, or if another thread is inside; then `write` is
 * not called. [no JavaScript] */
HW_EXPORT bool hw_profile_stop(hw_isolate* isolate, void (*write)(void* data, const char* json, size_t size),
                               void* data, hw_error* error);

#ifdef __cplusplus
}
#endif

#endif /* HALFWORD_HALFWORD_H_ */
