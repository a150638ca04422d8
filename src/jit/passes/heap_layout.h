// Where code finds what it reads and writes apart from the frame, as numbers: a phase may not include the
// headers of the heap, and works on any thread. The compiler fills it in (jit/compilers/optimizing.cc).
#ifndef HALFWORD_JIT_HEAP_LAYOUT_H_
#define HALFWORD_JIT_HEAP_LAYOUT_H_

#include <cstdint>

namespace halfword::jit {

// Functions that code calls natively where a fast path ends. They keep all registers, and find the frame in
// kFrame. Their arguments and their result are in words at HeapLayout::arguments. They may collect, but
// neither throw nor run JavaScript.
// clang-format off
#define HW_STUBS(V) \
  V(WriteBarrier) /* arguments: the owner, the value; both as Values */ \
  V(Box) /* a double; the result is a Value, a new box */ \
  V(Truncate) /* a double; the result is its ToInt32 */ \
  V(Remainder) /* two doubles; the result is a double */ \
  V(MathFunction) /* two doubles, and in the first parking place a math::Function; the result is a double */ \
  V(ToBoolean) /* a Value; the result is 0 or 1 */ \
  V(StrictlyEqual) /* two Values; 0 or 1, and 2 where the guest may end */ \
  V(LooselyEqual) /* two Values; 0 or 1, and 2 where the guest may end, or one is to be converted */ \
  V(CharacterAt) /* a string and an index within it as a number; the character, or -1: no memory, or the guest may end */ \
  V(SingleCharacter) /* a character as a number; the result is a Value, its string */ \
  V(Concat) /* two Values; what + makes of them, or the hole where that would throw or run JavaScript */ \
  V(TypeOf) /* a Value; the string that typeof gives */ \
  V(NewObject) /* a shape, as a Value; the result is a Value */ \
  V(Append) /* an array and what is pushed; the new length as a Smi, or 0: nothing has changed */ \
  V(Pop) /* an array; its last element, which goes, or undefined */ \
  V(StoreElement) /* an array, a Value, and in the first parking place the index; 1, or 0: nothing has changed */ \
  V(TakeElement) /* an array of Smis, and a Value that is to be stored; 1: it takes it now, or 0: the guest is to end */ \
  V(StoreDouble) /* the same with a double instead of the Value */ \
  V(LoadNamed) /* an object and a name; the property, or the hole where that would run JavaScript */ \
  V(Poll) /* the budget is used up by so many units; 0: they are more than there is, or the guest is to end */
// clang-format on
enum class Stub : uint8_t {
#define V(name) k##name,
  HW_STUBS(V)
#undef V
};
inline constexpr int kStubCount = 0
#define V(name) +1
    HW_STUBS(V);
#undef V

struct HeapLayout {
  static constexpr uint32_t kParkingPlaces = 16;
  // StubCache::Hash is these shifts of the key and that of the name, together by ^.
  static constexpr int kStubKeyShift = 3, kSecondStubKeyShift = 12, kStubNameShift = 4, kStubEntryLog2 = 4;
  // What StubCache::Entry::where is: an offset in the cage, one from the receiver, or one
  // in its PropertyArray.
  static constexpr int32_t kStubReceiver = 1, kStubOverflow = 2;

  // ---- Displacements from references, their tags subtracted (Memory::Heap) ----
  int32_t header_of_object;            // of an object: the word that is the reference of its shape
  int32_t header_of_string;            // of a string: a typed header
  int32_t extension_kind;              // of a shape: a byte, an ExtensionKind
  int32_t element_access;              // of a shape: a byte, an ElementAccess
  int32_t extension;                   // of an object
  int32_t pair_elements;               // of an ExtensionPair
  int32_t length;                      // of an array
  int32_t string_length;               // of a string: 32 bits
  int32_t first_character;             // of a flat string
  int32_t slice_offset, slice_parent;  // of a slice: 32 bits, and a reference
  int32_t rope_left, rope_right;       // of a rope: references; the latter is null where it is flat
  int32_t first_value, first_double;   // element 0 of ValueElements and of DoubleElements
  int32_t first_slot, parent;          // of an environment
  int32_t environment;                 // of a function
  int32_t function_info;               // of a function
  int32_t info_code, info_feedback;    // of a FunctionInfo
  int32_t code_flags, code_frame_size, code_entry;  // of a Code: 16, 32 and 32 bits
  int32_t type_of_shape, prototype_of_shape;        // of a shape: the type has 16 bits
  int32_t shape_flags;                              // of a shape: 16 bits
  int32_t cell_value, cell_flags;                   // of a PropertyCell; the flags are a Smi
  int32_t number;                                   // of a box: its double
  int32_t header_of_number;                         // of a box: a typed header of 32 bits

  int32_t header_of_elements;                        // a typed header, with the size of the cell
  int32_t typed_buffer, typed_offset, typed_length;  // of a typed array; the latter are 64 bits
  int32_t buffer_state;                              // of an ArrayBuffer: the handle, above its flags

  // ---- Displacements from the cage's base (Memory::At(kBase, …)) ----
  int32_t bump_top, bump_limit, barrier_limit;
  uint32_t first_elements_header;  // of the cell that an empty array gets when it grows
  int32_t first_capacity;
  int32_t cleared_at_once;  // as gc::kClearedAtOnce
  int32_t budget, epoch, stack_limit, entry_bias;
  int32_t no_indexed_prototypes;
  int32_t single_characters;  // references to 256 strings
  int32_t names;              // references to those that the engine knows, by Name
  int32_t html_dda;           // a Value: the object that is falsy, or undefined
  int32_t transient;          // the double of the number that the next instruction uses up
  int32_t exit_number;        // a word that gets the number of the exit that is taken
  // Tests: of a word that counts checks down; the one that makes it 0 is left by its exit although it holds.
  // 0: there is none.
  int32_t checks_to_exit;
  int32_t references;  // a word that gets the registers that hold references where a stub may collect
  int32_t parking;     // kParkingPlaces times eight bytes that moves may use
  int32_t arguments;   // 2 times eight bytes: arguments and results of stubs

  // kTypedViews times the address of an array's elements and their number: what was found of typed arrays,
  // until something is called. Code runs in one frame at a time.
  int32_t first_view;

  int32_t native_state;                       // the word that refers to it, 64 bits
  int32_t stub_loads, stub_load_mask;         // in the native state: the first entry, 32 bits
  int32_t stub_name, stub_epoch, stub_where;  // of an entry, which begins with its key; 32 bits each
  // In the native state, the first entry of the table of buffers and the one behind the last; in an entry,
  // its memory and how many bytes of it there are.
  int32_t first_buffer, buffers_end, buffer_data, buffer_limit;
  int32_t handle_shift, buffer_entry_log2;

  // ---- Displacements from the machine (Memory::At(kMachine, …)) ----
  int32_t stubs;        // of the first; eight bytes each
  int32_t first_tiers;  // of that of opcode 0; the same
  int32_t leave;        // what exits call, which does not return to them
  int32_t return_to_interpreter, interpret, entries;

  // ---- Bits ----
  int32_t cell_size_shift;    // of a typed header: above are granules of 8 bytes, 0 for large cells
  int32_t proxy_type;         // of shapes of proxies
  int32_t longest_chain;      // of prototypes, that a node walks along
  int32_t has_properties;     // the ExtensionKind of a PropertyArray
  int32_t has_both;           // of an ExtensionPair
  int32_t array_type;         // of shapes of arrays
  int32_t array_of_smis;      // the ElementAccess of arrays that take Smis only
  int32_t last_array_access;  // the last ElementAccess of arrays with fast elements
  int32_t callable;           // a flag of shapes, in the lower byte
  int32_t unappendable;       // flags of shapes whose arrays do not just grow (ops::IsAppendable)
  int32_t function_type;      // the type of JavaScript functions that have code
  int32_t called_slowly;      // the flags of code that calls look at more closely
  int32_t entry_mask;
  uint32_t cell_is_assigned_slowly;  // of the flags, as they are in the Smi
  uint32_t interned;                 // of a string's header
  // Of a typed header, and what they are in one.
  int32_t type_bits, one_byte_string, two_byte_string, slice, rope, big_int;
  int32_t wide_rope;                  // of a rope's header: there are two-byte characters in it
  int32_t rope_header, rope_bytes;    // of a new rope without them, and of its cell, header included
  int32_t shortest_rope, rope_limit;  // lengths of ropes are less than the latter
  uint32_t number_header;             // of a box
  uint32_t number_bytes;              // of its cell, header included
  uint64_t transient_bits;            // the Value that stands for that number
  uint64_t hole_of_doubles, visible_nan;

  // ---- Words from fp on ----
  int32_t environment_word, function_word, new_target_word, argument_count_word;
  int32_t return_code_word, code_word, feedback_word, caller_delta_word, return_pc_word;
  int32_t first_argument_word;
  int32_t header_words;        // of a frame, below its fp
  int32_t arguments_per_unit;  // so many arguments that are forwarded cost a unit of fuel more

  int32_t other_tag;  // of references to Code objects and feedback vectors

  int32_t StubSlot(Stub stub) const { return stubs + static_cast<int32_t>(stub) * 8; }
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_HEAP_LAYOUT_H_
