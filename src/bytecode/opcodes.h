// The opcode table. Enum, encoder, decoder, lengths, verifier, disassembler, docs/opcodes.md and both readers
// of ops/ are made from it: no opcode is listed twice.
//
// A register machine with an accumulator `acc`. An instruction is one opcode byte and its operands,
// unaligned, little-endian:
//
//   R  u16  register that is read: fp[R] (frame.h)
//   W  u16  register that is written
//   U  u16  register that is read and written
//   L  u16  registers that are read: as many from here on as the N behind it says
//   T  u16  three registers that are read and written: an iterator record, or the resources of a scope
//   C  u16  a callee's frame: callee, this, and as many arguments as the N behind it says are read, and all
//           registers from the frame's beginning on are lost
//   D  u16  the same, but this is written by the instruction
//   S  u16  a callee's frame whose arguments are those of this one: the callee is read, and so much is lost
//   M  u16  a callee's frame: its callee and its this are written
//   K  u16  constant: index into the Code's constants; u32 behind the prefix Wide
//   F  u16  site: its first word in the FeedbackVector
//   N  u16  count or slot
//   H  i16  immediate
//   I  i32  immediate
//   J  i32  jump: target minus this instruction's offset
//   B  u8   flags
//
// The prefix Wide is part of its instruction: the instruction's offset is that of the prefix, while jumps and
// saved program counters count from the opcode byte.
//
// Feedback word 0 is never written: an instruction whose F is 0 does not cache (in functions with more than
// 65,535 words).
//
// A row: V(name, "operands", flags, kind of site, "meaning"). The kind is a SiteKind. In meanings, reg is the
// first register operand and reg1 the second; R, too, is the first. Names of properties are PropertyKey
// names: interned strings or symbols, never array indices.
#ifndef HALFWORD_BYTECODE_OPCODES_H_
#define HALFWORD_BYTECODE_OPCODES_H_

#include <cstdint>

#include "base/packed_tables.h"
#include "bytecode/sites/site_kind.h"

namespace halfword {

// clang-format off
#define HW_OPCODES(V) \
  /* ---- loads and moves ---- */ \
  V(LdaSmi, "I", kNoGC, kNone, "acc = Smi I") \
  V(LdaConst, "K", kNoGC, kNone, "acc = constants[K]") \
  V(LdaUndefined, "", kNoGC, kNone, "acc = undefined") \
  V(LdaNull, "", kNoGC, kNone, "acc = null") \
  V(LdaTrue, "", kNoGC, kNone, "acc = true") \
  V(LdaFalse, "", kNoGC, kNone, "acc = false") \
  V(LdaHole, "", kNoGC, kNone, "acc = hole (temporal dead zone, elision)") \
  V(Ldar, "R", kNoGC, kNone, "acc = reg") \
  V(Star, "W", kNoGC | kKeepsAcc | kReadsAcc, kNone, "reg = acc") \
  V(StarOperand, "W", kNoGC | kKeepsAcc | kReadsAcc, kNone, "reg = acc, until one arithmetic or relational instruction uses reg up as its left operand") \
  V(Mov, "RW", kNoGC | kKeepsAcc, kNone, "reg1 = reg") \
  V(LdaFunction, "", kNoGC, kNone, "acc = the active function") \
  V(LdaNewTarget, "", kNoGC, kNone, "acc = new.target") \
  V(LdaHomeObject, "F", kNoThrow, kHidden, "acc = [[HomeObject]] of the active function") \
  /* ---- environments: depth counts parents from the current one ---- */ \
  V(PushEnv, "KN", kNoThrow | kKeepsAcc, kNone, "environment = new Environment(parent: environment, scope_info: constants[K] or Smi 0, N slots, all hole)") \
  V(PopEnv, "", kNoGC | kKeepsAcc, kNone, "environment = environment.parent") \
  V(CopyEnv, "N", kNoThrow | kKeepsAcc, kNone, "environment = copy of the current one (N slots; per-iteration bindings)") \
  V(PushWith, "K", kReadsAcc, kNone, "environment = new with-Environment: slot 0 = ToObject(acc), scope_info constants[K]") \
  V(LdaEnvironment, "", kNoGC, kNone, "acc = environment, for a handler's or generator's register") \
  V(StaEnvironment, "", kNoGC | kKeepsAcc | kReadsAcc, kNone, "environment = acc") \
  V(LdaSlot0, "N", kNoGC, kNone, "acc = environment.slots[N]") \
  V(LdaSlot1, "N", kNoGC, kNone, "acc = environment.parent.slots[N]") \
  V(LdaSlot, "NN", kNoGC, kNone, "acc = (N parents up).slots[N1]") \
  V(LdaFunctionSlot, "NN", kNoThrow, kNone, "acc = (N parents up).slots[N1], after making the closure if it still holds a FunctionInfo") \
  V(StaSlot0, "N", kNoGC | kKeepsAcc | kReadsAcc, kNone, "environment.slots[N] = acc") \
  V(StaSlot1, "N", kNoGC | kKeepsAcc | kReadsAcc, kNone, "environment.parent.slots[N] = acc") \
  V(StaSlot, "NN", kNoGC | kKeepsAcc | kReadsAcc, kNone, "(N parents up).slots[N1] = acc") \
  V(LdaCell, "NNK", 0, kNone, "acc = value of the PropertyCell in (N up).slots[N1]; hole: ReferenceError naming constants[K] (module bindings)") \
  V(StaCell, "NN", kNoGC | kKeepsAcc | kReadsAcc, kNone, "value of the PropertyCell in (N up).slots[N1] = acc") \
  V(ThrowIfHole, "K", kKeepsAcc | kReadsAcc, kNone, "acc is hole: ReferenceError: Cannot access 'constants[K]' before initialization") \
  V(ThrowConstAssign, "K", 0, kNone, "TypeError: Assignment to constant variable.") \
  V(ThrowIfThisHole, "", kKeepsAcc | kReadsAcc, kNone, "acc is hole: ReferenceError: super() not called") \
  V(ThrowIfNotHole, "", kKeepsAcc | kReadsAcc, kNone, "acc is not hole: ReferenceError: Super constructor may only be called once") \
  V(ThrowError, "BK", kTerminator, kNone, "throw a new error of ErrorType B with message constants[K]") \
  /* ---- names resolved at run time ---- */ \
  V(LdaGlobal, "KF", 0, kGlobal, "acc = global variable (script scope, then global object); ReferenceError if absent") \
  V(LdaGlobalTypeof, "KF", 0, kGlobal, "as LdaGlobal, but undefined if absent") \
  V(StaGlobal, "KF", kKeepsAcc | kReadsAcc, kGlobal, "global variable = acc (sloppy: creates it)") \
  V(StaGlobalStrict, "KF", kKeepsAcc | kReadsAcc, kGlobal, "global variable = acc; ReferenceError if absent") \
  V(InitGlobalLexical, "K", kKeepsAcc | kReadsAcc, kNone, "initialise a top-level let, const or class binding with acc") \
  V(DeclareGlobals, "K", 0, kNone, "GlobalDeclarationInstantiation: constants[K] = ValueArray of Smi flags and names in turn (see DeclarationKind)") \
  V(DeclareGlobalFunction, "KB", kReadsAcc, kNone, "CreateGlobalFunctionBinding(constants[K], acc, deletable: B)") \
  V(DeclareEvalVars, "K", 0, kNone, "EvalDeclarationInstantiation of sloppy direct eval: names as DeclareGlobals, into the nearest variable environment") \
  V(DeclareEvalFunction, "K", kReadsAcc, kNone, "bind function acc to constants[K] in the variable environment of a sloppy direct eval") \
  V(LdaLookup, "K", 0, kNone, "acc = name resolved along the environments' ScopeInfos, with-objects and globals; ReferenceError if absent") \
  V(LdaLookupTypeof, "K", 0, kNone, "as LdaLookup, but undefined if absent") \
  V(LdaLookupCall, "KW", 0, kNone, "as LdaLookup; reg = the with-object it was found in, else undefined (this of the call)") \
  V(LdaLookupRef, "KR", 0, kNone, "as LdaLookup, on the reference that ResolveLookup put into reg") \
  V(ResolveLookup, "KW", 0, kNone, "reg = resolved reference for a later StaLookupRef: environment, object or undefined") \
  V(StaLookup, "KB", kKeepsAcc | kReadsAcc, kNone, "PutValue(resolve name, acc); B: 1 strict, 2 initialise lexical (no TDZ check), 4 Annex B.3.3: into the nearest variable environment or the global object, nothing if the name was refused there") \
  V(StaLookupRef, "KRB", kKeepsAcc | kReadsAcc, kNone, "as StaLookup, on the reference that ResolveLookup put into reg") \
  V(DeleteLookup, "K", 0, kNone, "acc = delete name (sloppy)") \
  /* ---- properties ---- */ \
  V(GetNamed, "RKF", kCoercesThis, kProperty, "acc = reg.constants[K]") \
  V(GetNamedAcc, "KF", kReadsAcc, kProperty, "acc = acc.constants[K]") \
  V(GetLengthAcc, "KF", kReadsAcc, kProperty, "as GetNamedAcc, where the name is length") \
  V(GetLength, "RKF", kCoercesThis, kProperty, "as GetNamed, where the name is length") \
  V(GetMethod, "MKF", kReadsAcc, kProperty, "fp[R] = acc; fp[R-2] = acc.constants[K]: loads a callee for Call on this = acc; acc too") \
  V(GetMethodFrom, "MRKF", kCoercesThis, kProperty, "as GetMethod, of reg1") \
  V(SetNamed, "RKF", kKeepsAcc | kCoercesThis | kReadsAcc, kProperty, "reg.constants[K] = acc (sloppy)") \
  V(SetNamedStrict, "RKF", kKeepsAcc | kCoercesThis | kReadsAcc, kProperty, "reg.constants[K] = acc; failure is a TypeError") \
  V(GetKeyed, "RF", kReadsAcc, kKeyed, "acc = reg[acc]") \
  V(GetKeyedUpdate, "RUF", 0, kKeyed, "acc = reg[reg1], where reg1 becomes ToPropertyKey(reg1) for the SetKeyed that follows (a number may stay one)") \
  V(SetKeyed, "RRF", kKeepsAcc | kReadsAcc, kKeyed, "reg[reg1] = acc (sloppy)") \
  V(SetKeyedStrict, "RRF", kKeepsAcc | kReadsAcc, kKeyed, "reg[reg1] = acc; failure is a TypeError") \
  V(DefineNamed, "RKF", kKeepsAcc | kReadsAcc, kProperty, "CreateDataPropertyOrThrow(reg, constants[K], acc)") \
  V(DefineKeyed, "RRB", kKeepsAcc | kReadsAcc, kNone, "define property reg1 of reg from acc as DefineFlags B say (value, method, getter, setter; enumerable; SetFunctionName)") \
  V(SetHomeObject, "R", kKeepsAcc | kReadsAcc, kNone, "[[HomeObject]] of function acc = reg; keeps acc") \
  V(SetClassFields, "R", kKeepsAcc | kReadsAcc, kNone, "[[Fields]] of class constructor reg = the function acc that initialises them") \
  V(GetClassFields, "RF", kNoThrow, kHidden, "acc = what SetClassFields gave to constructor reg, else undefined") \
  V(SetFunctionName, "RB", kKeepsAcc | kReadsAcc, kNone, "SetFunctionName(acc, reg, prefix B: 0 none, 1 get, 2 set) if acc is an anonymous function or class without own name") \
  V(SetProto, "R", kKeepsAcc | kReadsAcc, kNone, "reg.__proto__ = acc in a literal: if object or null") \
  V(CopyDataProperties, "RLN", kReadsAcc, kNone, "CopyDataProperties(reg, acc, excluding the N keys in reg1 …); acc = reg") \
  V(DeleteKeyed, "RB", kReadsAcc, kNone, "acc = delete reg[acc]; B: strict") \
  V(HasProperty, "R", kReadsAcc, kNone, "acc = reg in acc") \
  V(GetIfPresent, "R", kReadsAcc, kNone, "acc = reg[acc], or the hole where object reg has no such property; acc is an integer (self_hosted.h)") \
  V(GetSuper, "RR", kReadsAcc, kNone, "acc = reg[acc] with receiver reg1 (reg: the home object's prototype, by GetSuperConstructor; null: TypeError)") \
  V(SetSuper, "RRRB", kKeepsAcc | kReadsAcc, kNone, "reg[reg2] = acc with receiver reg1 (reg as in GetSuper); B: strict") \
  V(GetPrivate, "RF", kReadsAcc, kPrivate, "acc = private element of reg named by symbol acc") \
  V(SetPrivate, "RRF", kKeepsAcc | kReadsAcc, kPrivate, "private element reg1 of reg = acc") \
  V(AddPrivate, "RRBF", kKeepsAcc | kReadsAcc, kAddPrivate, "add private element reg1 = acc to reg; B: 0 field, 1 method, 2 getter, 3 setter") \
  V(HasPrivate, "R", kReadsAcc, kNone, "acc = reg (symbol) is a private element of object acc; TypeError if acc is no object") \
  V(CreatePrivateName, "K", kNoThrow, kNone, "acc = new private name symbol described constants[K]") \
  /* ---- literals ---- */ \
  V(CreateObject, "NF", kNoThrow, kShape, "acc = {} with room for N properties in the object") \
  V(CreateObjectFrom, "KLNF", kNoThrow, kShape, "acc = object with the N names of ValueArray constants[K] and values reg …") \
  V(CreateArray, "NF", kNoThrow, kShape, "acc = [] with capacity N") \
  V(CreateArrayFrom, "LNF", kNoThrow, kShape, "acc = array of the N values reg … (hole: elision)") \
  V(CreateArrayConst, "K", kNoThrow, kNone, "acc = array whose elements copy constants[K] (ValueElements or DoubleElements, packed)") \
  V(ArrayPush, "R", kKeepsAcc | kReadsAcc, kNone, "append acc to the array literal reg (hole: elision)") \
  V(SpreadArray, "", kReadsAcc, kNone, "acc = an array of all that iterating acc gives; acc itself, if that is what it has, for who reads it before anything runs") \
  V(CopySpread, "", kReadsAcc, kNone, "acc = a new array of all that iterating acc gives") \
  V(ArrayAppend, "R", kReadsAcc, kNone, "append all that iterating acc gives to the array literal reg") \
  V(CreateRegExp, "KK", 0, kNone, "acc = RegExp of pattern constants[K] and flags constants[K1]") \
  V(GetTemplateObject, "K", kNoThrow, kNone, "acc = the template object of this site: constants[K] = ValueArray of cooked (or undefined) and raw strings in turn, unique to the site") \
  V(DeclareFunctions, "K", kNoThrow, kNone, "environment.slots[n] = FunctionInfo for all pairs of n and FunctionInfo in constants[K]") \
  V(CreateClosure, "KF", kNoThrow, kShape, "acc = closure of FunctionInfo constants[K] over the environment") \
  V(CreateClass, "RWK", 0, kNone, "reg = superclass (hole: none). acc = constructor of FunctionInfo constants[K]; reg1 = its prototype object") \
  V(CreateMappedArguments, "K", kNoThrow, kNone, "acc = arguments object whose element i aliases slot constants[K].slots[i] of the environment (a Smi; -1: not mapped), i < parameter_count") \
  V(CreateUnmappedArguments, "", kNoThrow, kNone, "acc = arguments object") \
  V(LdaArguments, "UB", kNoThrow, kNone, "acc = reg; the hole there becomes the arguments object first (B: 1 mapped, of a function without parameters; 0 unmapped)") \
  V(GetArgumentsLength, "UBF", 0, kProperty, "acc = the length property of what LdaArguments loads") \
  V(GetArgument, "UBF", kReadsAcc, kKeyed, "acc = property acc of what LdaArguments loads") \
  V(CreateRest, "NF", kNoThrow, kShape, "acc = array of the actual arguments from index N") \
  /* ---- calls: the frame is laid out at R (frame.h) ---- */ \
  V(Call, "CNF", 0, kCall, "acc = fp[R-2](N arguments), this in fp[R]") \
  V(CallUndefined, "DNF", 0, kCall, "fp[R] = undefined; then Call") \
  V(CallArray, "CN", 0, kNone, "Call, where the last of the N arguments is a JSArray of all from there on") \
  V(CallForward, "CNUB", 0, kNone, "Call with N = 2 arguments, the second of which is what LdaArguments loads from reg1, B; not made if the callee is Function.prototype.apply") \
  V(CallEval, "CNKB", 0, kNone, "Call, but a direct eval if the callee is %eval%: constants[K] ScopeInfo of the scope (or Smi 0), B kEvalIsStrict | kEvalIsInTailPosition; N = 65535: CallArray of one argument") \
  V(TailCall, "CN", 0, kNone, "Call whose frame takes the place of this one, or, where that can't be, Call; Return follows") \
  V(TailCallArray, "CN", 0, kNone, "CallArray in the same way; Return follows") \
  V(Construct, "DNF", 0, kConstruct, "acc = new fp[R-2](N arguments); ConstructResult R follows always") \
  V(ConstructArray, "DN", 0, kNone, "Construct with such arguments; ConstructResult R follows always") \
  V(ConstructSuper, "DNF", kReadsAcc, kSuper, "super(N arguments): callee fp[R-2] (TypeError if not a constructor), new.target acc; ConstructResult R follows") \
  V(ConstructSuperArray, "DN", kReadsAcc, kNone, "ConstructSuper with such arguments; ConstructResult R follows") \
  V(ConstructSuperForward, "SF", kReadsAcc, kSuper, "super of a default constructor, with all arguments of this function, else as ConstructSuper; ConstructResult R follows") \
  V(ConstructResult, "R", kReadsAcc, kNone, "acc = acc if it is an object, else fp[R] (the receiver the callee left there)") \
  V(GetSuperConstructor, "R", 0, kNone, "acc = reg.[[GetPrototypeOf]](), for super(…), whose ConstructSuper checks it after the arguments, and for super properties") \
  V(CheckDerivedReturn, "R", kReadsAcc, kNone, "return value acc of a derived constructor: object: itself; undefined: reg (hole: ReferenceError); else TypeError") \
  V(CoerceThis, "", kKeepsAcc, kNone, "fp[0] = OrdinaryCallBindThis of a sloppy function: undefined and null to the global this, primitives to objects") \
  V(Return, "", kTerminator | kNoThrow | kReadsAcc, kNone, "return acc to the caller") \
  V(ReturnUndefined, "", kTerminator | kNoThrow, kNone, "return undefined to the caller") \
  V(Halt, "", kTerminator | kNoThrow | kReadsAcc, kNone, "return acc to C++ (entry code only)") \
  /* ---- operators: reg is the left operand, acc the right ---- */ \
  V(IncReg, "UF", 0, kTypes, "acc = reg = ToNumeric(reg) + 1") \
  V(DecReg, "UF", 0, kTypes, "acc = reg = ToNumeric(reg) - 1") \
  V(PostIncReg, "UF", 0, kTypes, "acc = ToNumeric(reg); reg = acc + 1") \
  V(PostDecReg, "UF", 0, kTypes, "acc = ToNumeric(reg); reg = acc - 1") \
  V(Not, "", kNoGC | kReadsAcc, kNone, "acc = !ToBoolean(acc)") \
  V(TypeOf, "", kNoGC | kReadsAcc, kNone, "acc = typeof acc") \
  V(TestTypeOf, "B", kNoGC | kReadsAcc, kNone, "acc = typeof acc == TypeOfKind B") \
  V(ToNumber, "F", kReadsAcc, kTypes, "acc = ToNumber(acc)") \
  V(ToNumeric, "F", kReadsAcc, kTypes, "acc = ToNumeric(acc)") \
  V(ToString, "", kReadsAcc, kNone, "acc = ToString(acc)") \
  V(ToPropertyKey, "", kReadsAcc, kNone, "acc = ToPropertyKey(acc): a Smi, string or symbol") \
  V(ToObject, "", kReadsAcc, kNone, "acc = ToObject(acc)") \
  V(Equal, "RF", kReadsAcc, kTypes, "acc = reg == acc") \
  V(NotEqual, "RF", kReadsAcc, kTypes, "acc = reg != acc") \
  V(StrictEqual, "RF", kReadsAcc, kTypes, "acc = reg === acc") \
  V(StrictNotEqual, "RF", kReadsAcc, kTypes, "acc = reg !== acc") \
  V(InstanceOf, "RF", kReadsAcc, kInstanceOf, "acc = reg instanceof acc") \
  /* From here to the relational jumps: instructions that use up a number in acc (TakesNumber). */ \
  V(PutKeyed, "RRF", kTakesNumber | kReadsAcc, kKeyed, "as SetKeyed, and acc is not used any more") \
  V(PutKeyedStrict, "RRF", kTakesNumber | kReadsAcc, kKeyed, "as SetKeyedStrict, and acc is not used any more") \
  V(Add, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg + acc") \
  V(Sub, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg - acc") \
  V(Mul, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg * acc") \
  V(Div, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg / acc") \
  V(Mod, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg % acc") \
  V(Exp, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg ** acc") \
  V(BitAnd, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg & acc") \
  V(BitOr, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg | acc") \
  V(BitXor, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg ^ acc") \
  V(Shl, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg << acc") \
  V(Sar, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg >> acc") \
  V(Shr, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg >>> acc") \
  V(AddReg, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = acc + reg") \
  V(SubReg, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = acc - reg") \
  V(MulReg, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = acc * reg") \
  V(AddSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc + H") \
  V(SubSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc - H") \
  V(MulSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc * H") \
  V(DivSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc / H") \
  V(ModSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc % H") \
  V(BitAndSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc & H") \
  V(BitOrSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc | H") \
  V(BitXorSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc ^ H") \
  V(ShlSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc << H") \
  V(SarSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc >> H") \
  V(ShrSmi, "HF", kTakesNumber | kReadsAcc, kTypes, "acc = acc >>> H") \
  V(Inc, "F", kTakesNumber | kReadsAcc, kTypes, "acc = acc + 1 (acc is numeric or becomes so)") \
  V(Dec, "F", kTakesNumber | kReadsAcc, kTypes, "acc = acc - 1") \
  V(Negate, "F", kTakesNumber | kReadsAcc, kTypes, "acc = -acc") \
  V(BitNot, "F", kTakesNumber | kReadsAcc, kTypes, "acc = ~acc") \
  V(Less, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg < acc") \
  V(LessEqual, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg <= acc") \
  V(Greater, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg > acc") \
  V(GreaterEqual, "RF", kTakesNumber | kReadsAcc, kTypes, "acc = reg >= acc") \
  /* ---- jumps ---- */ \
  V(JumpIfLess, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if reg < acc") \
  V(JumpIfNotLess, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if !(reg < acc)") \
  V(JumpIfLessEqual, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if reg <= acc") \
  V(JumpIfNotLessEqual, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if !(reg <= acc)") \
  V(JumpIfGreater, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if reg > acc") \
  V(JumpIfNotGreater, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if !(reg > acc)") \
  V(JumpIfGreaterEqual, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if reg >= acc") \
  V(JumpIfNotGreaterEqual, "RJF", kKeepsAcc | kTakesNumber | kReadsAcc, kTypes, "if !(reg >= acc)") \
  V(JumpLoopIfLess, "RJF", kKeepsAcc | kTakesNumber | kBackEdge | kReadsAcc, kTypes, "back-edge if reg < acc") \
  V(JumpLoopIfLessEqual, "RJF", kKeepsAcc | kTakesNumber | kBackEdge | kReadsAcc, kTypes, "back-edge if reg <= acc") \
  V(JumpLoopIfGreater, "RJF", kKeepsAcc | kTakesNumber | kBackEdge | kReadsAcc, kTypes, "back-edge if reg > acc") \
  V(JumpLoopIfGreaterEqual, "RJF", kKeepsAcc | kTakesNumber | kBackEdge | kReadsAcc, kTypes, "back-edge if reg >= acc") \
  V(JumpLoopIfTrue, "J", kKeepsAcc | kBackEdge | kReadsAcc, kNone, "back-edge if ToBoolean(acc)") \
  V(JumpLoopIfFalse, "J", kKeepsAcc | kBackEdge | kReadsAcc, kNone, "back-edge if !ToBoolean(acc)") \
  V(JumpLoopIfEqual, "RJF", kKeepsAcc | kBackEdge | kReadsAcc, kTypes, "back-edge if reg == acc") \
  V(JumpLoopIfNotEqual, "RJF", kKeepsAcc | kBackEdge | kReadsAcc, kTypes, "back-edge if reg != acc") \
  V(JumpLoopIfStrictEqual, "RJF", kKeepsAcc | kBackEdge | kReadsAcc, kTypes, "back-edge if reg === acc") \
  V(JumpLoopIfNotStrictEqual, "RJF", kKeepsAcc | kBackEdge | kReadsAcc, kTypes, "back-edge if reg !== acc") \
  V(Jump, "J", kTerminator | kNoGC | kKeepsAcc, kNone, "forward") \
  V(JumpLoop, "J", kTerminator | kKeepsAcc | kBackEdge, kNone, "back-edge: polls fuel and interrupts") \
  V(JumpIfTrue, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if ToBoolean(acc)") \
  V(JumpIfFalse, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if !ToBoolean(acc)") \
  V(JumpIfUndefined, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is undefined") \
  V(JumpIfNotUndefined, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is not undefined") \
  V(JumpIfNull, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is null") \
  V(JumpIfNotNull, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is not null") \
  V(JumpIfNullish, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is undefined or null") \
  V(JumpIfNotNullish, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is neither undefined nor null") \
  V(JumpIfEqualNull, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc == null") \
  V(JumpIfNotEqualNull, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc != null") \
  V(JumpIfHole, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is the hole") \
  V(JumpIfObject, "J", kNoGC | kKeepsAcc | kReadsAcc, kNone, "if acc is an object") \
  V(JumpIfEqual, "RJF", kKeepsAcc | kReadsAcc, kTypes, "if reg == acc") \
  V(JumpIfNotEqual, "RJF", kKeepsAcc | kReadsAcc, kTypes, "if reg != acc") \
  V(JumpIfStrictEqual, "RJF", kKeepsAcc | kReadsAcc, kTypes, "if reg === acc") \
  V(JumpIfNotStrictEqual, "RJF", kKeepsAcc | kReadsAcc, kTypes, "if reg !== acc") \
  V(SwitchSmi, "KIN", kNoGC | kKeepsAcc | kReadsAcc, kNone, "acc is an integer in [I, I+N): jump by the Smi constants[K].slots[acc-I] (relative, 0: fall through)") \
  V(SwitchString, "KN", kKeepsAcc | kReadsAcc, kNone, "acc is a string that the table constants[K] of N pairs has: jump by the Smi behind it (switch_table.h)") \
  /* ---- iteration: an iterator record is three registers: iterator, next method, done ---- */ \
  V(GetIterator, "TB", kReadsAcc, kNone, "reg, reg+1 = iterator record of acc (B: 0 sync, 1 async, 2 sync and no shortcut for arrays); done = false. A Smi as next method: a pristine array, reg+1 is the index") \
  V(IteratorStep, "TJ", 0, kNone, "acc = next value; when exhausted jump. done = true while next runs and after its end") \
  V(IteratorNext, "T", 0, kNone, "acc = next value, or undefined once done (destructuring)") \
  V(IteratorRest, "T", 0, kNone, "acc = array of all remaining values") \
  V(IteratorClose, "TB", kKeepsAcc, kNone, "IteratorClose unless done: B 0 normal completion (may throw, checks the result), 1 throw completion (errors swallowed); keeps acc") \
  V(IteratorCall, "TB", kReadsAcc, kNone, "acc = Call method of the iterator with acc: B 0 next (reg+1), 1 return, 2 throw (1, 2: undefined method: acc = hole); 3 next, 4 return, without an argument") \
  V(IteratorResult, "J", kReadsAcc, kNone, "acc must be an object (TypeError); done: acc = value and jump, else acc = value") \
  /* ---- resources of a scope with using declarations, in three registers: a resource list, whether an await is due, whether one was made (runtime/control_abstraction/resources.h) ---- */ \
  V(AddResource, "TB", kKeepsAcc | kReadsAcc, kNone, "AddDisposableResource(reg, acc; B: 0 sync-dispose, 1 async-dispose)") \
  V(TakeResource, "MTJ", kNoGC, kNone, "takes the last resource of reg1 off: fp[R] = its value, fp[R-2] = its dispose method; acc = whether to await what that returns. acc = undefined: await acc first, nothing is taken. None is left: jump") \
  V(SuppressError, "RR", kReadsAcc, kNone, "acc was thrown by a dispose method: where reg is Smi 1 (reg1 was thrown before), acc = a new SuppressedError of acc and reg1") \
  V(ForInPrepare, "W", kReadsAcc, kNone, "reg = enumeration of acc (undefined or null: empty)") \
  V(ForInNext, "RJ", 0, kNone, "acc = next key still present; when exhausted jump") \
  /* ---- generators and async functions ---- */ \
  V(InitialYield, "", kSuspend, kNone, "make the generator object from the active function's prototype, save the frame, return it") \
  V(Yield, "W", kSuspend | kReadsAcc, kNone, "suspend with value acc (generators: the raw value; the driver makes the result). Resumed: acc = value, reg = Smi mode (0 next, 2 return); throw mode throws here") \
  V(YieldResult, "W", kSuspend | kReadsAcc, kNone, "as Yield, but acc is the complete result object (yield*)") \
  V(AsyncStart, "W", kNoThrow, kNone, "async function: reg = its AsyncFunctionState with the promise") \
  V(Await, "R", kSuspend | kReadsAcc, kNone, "suspend until acc settles. Async functions: reg is the AsyncFunctionState; async generators: undefined. Resumed: acc = value or throws") \
  V(AsyncReturn, "R", kTerminator | kReadsAcc, kNone, "resolve the promise of state reg with acc; return the promise") \
  V(AsyncThrow, "R", kTerminator | kReadsAcc, kNone, "reject the promise of state reg with acc; return the promise") \
  V(AsyncGeneratorYield, "W", kSuspend | kReadsAcc, kNone, "deliver acc (already awaited) to the request; reg = mode as Yield, but return mode is for the compiled code to await") \
  V(JumpIfReturnMode, "RJ", kNoGC | kKeepsAcc, kNone, "if reg is Smi 2 (a resumption by return)") \
  V(JumpIfNextMode, "RJ", kNoGC | kKeepsAcc, kNone, "if reg is Smi 0 (a resumption by next)") \
  /* ---- the rest ---- */ \
  V(Throw, "", kTerminator | kReadsAcc, kNone, "throw acc") \
  V(ThrowIfNotObject, "K", kKeepsAcc | kReadsAcc, kNone, "acc is no object: TypeError with message constants[K]") \
  V(ThrowIfNullish, "", kKeepsAcc | kReadsAcc, kNone, "acc is undefined or null: TypeError: Cannot destructure it") \
  V(ImportCall, "RB", kReadsAcc, kNone, "acc = import(reg, acc) in ImportPhase B, as a promise") \
  V(ImportMeta, "", 0, kNone, "acc = import.meta of the active module") \
  V(AbstractOperation, "LNB", 0, kNone, "acc = SelfHostedOperation B of the N values reg … (self_hosted.h)") \
  V(Debugger, "", kNoGC | kKeepsAcc, kNone, "nothing") \
  V(Wide, "", kNoGC, kNone, "prefix: the constants of what follows are 32 bits")
// clang-format on

// Flags of a row. The words of ops/machine.h assert them of the handlers' text.
enum OpcodeFlags : uint16_t {
  kTerminator = 1,       // control does not fall through
  kNoThrow = 2,          // neither throws nor runs JavaScript: no source position is needed
  kNoGC = 4 | kNoThrow,  // does not allocate either
  kSuspend = 8,          // the frame may be saved here
  kKeepsAcc = 16,        // acc is what it was before, where control falls through or jumps
  kTakesNumber = 32,     // see TakesNumber
  kBackEdge = 64,        // a jump backwards, which costs fuel and polls
  kCoercesThis = 128,    // its receiver, the R operand, may be `this` before CoerceThis
  kReadsAcc = 256,
};

enum class Opcode : uint8_t {
#define V(name, operands, flags, site, meaning) k##name,
  HW_OPCODES(V)
#undef V
};
inline constexpr int kOpcodeCount = 0
#define V(name, operands, flags, site, meaning) +1
    HW_OPCODES(V);
#undef V
static_assert(kOpcodeCount <= 256);

// Operand bytes by kind letter.
constexpr int OperandSize(char kind, bool wide) {
  return kind == 'I' || kind == 'J' || (kind == 'K' && wide) ? 4 : kind == 'B' ? 1 : 2;
}
constexpr int OperandBytes(const char* operands, bool wide = false) {
  int n = 0;
  for (; *operands; operands++) n += OperandSize(*operands, wide);
  return n;
}
// Name, operands and meaning of each opcode, in this order.
inline constexpr auto kOpcodeTexts = TextsOf<3 * kOpcodeCount>(
#define V(name, operands, flags, site, meaning) #name "\0" operands "\0" meaning "\0"
    HW_OPCODES(V)
#undef V
);
struct OpcodeInfo {
  constexpr const char* name() const { return kOpcodeTexts[3u * number]; }
  constexpr const char* operands() const { return kOpcodeTexts[3u * number + 1]; }
  constexpr const char* meaning() const { return kOpcodeTexts[3u * number + 2]; }

  uint16_t flags;
  uint8_t number, length;
  SiteKind site;  // the kind of what it learns
};
inline constexpr OpcodeInfo kOpcodeInfo[kOpcodeCount] = {
#define V(name, operands, flags, site, meaning) \
  {flags, static_cast<uint8_t>(Opcode::k##name), 1 + OperandBytes(operands), SiteKind::site},
    HW_OPCODES(V)
#undef V
};
constexpr const OpcodeInfo& InfoOf(Opcode opcode) { return kOpcodeInfo[static_cast<int>(opcode)]; }
constexpr const char* OperandsOf(Opcode opcode) { return InfoOf(opcode).operands(); }
constexpr bool HasFlag(Opcode opcode, OpcodeFlags flag) { return (InfoOf(opcode).flags & flag) == flag; }
constexpr int Distance(Opcode from, Opcode to) { return static_cast<int>(to) - static_cast<int>(from); }

// True for instructions that only look at acc as a number and leave nothing of it to those behind them: what
// comes right before one may hand it a number that has no box of its own (ops/machine.h). Their rows stand
// together, so that the question is one compare.
constexpr bool TakesNumber(uint8_t opcode) {
  return static_cast<uint8_t>(opcode - static_cast<uint8_t>(Opcode::kPutKeyed)) <=
         Distance(Opcode::kPutKeyed, Opcode::kJumpLoopIfGreaterEqual);
}
static_assert(
    [] {
      for (int i = 0; i < kOpcodeCount; i++) {
        if (TakesNumber(static_cast<uint8_t>(i)) != HasFlag(static_cast<Opcode>(i), kTakesNumber))
          return false;
      }
      return true;
    }(),
    "the rows with kTakesNumber stand together");

constexpr bool HasConstant(const char* operands) {
  for (; *operands; operands++) {
    if (*operands == 'K') return true;
  }
  return false;
}
constexpr bool IsFrameOperand(char kind) { return kind == 'C' || kind == 'D' || kind == 'S' || kind == 'M'; }
constexpr bool IsRegisterOperand(char kind) {
  return kind == 'R' || kind == 'W' || kind == 'U' || kind == 'L' || kind == 'T' || IsFrameOperand(kind);
}
// Which operand is of this kind; -1: none.
constexpr int IndexOfOperand(const char* operands, char kind) {
  for (int i = 0; operands[i]; i++) {
    if (operands[i] == kind) return i;
  }
  return -1;
}
// Byte offset of operand `index` from the opcode byte.
constexpr int OperandOffset(const char* operands, int index, bool wide = false) {
  int n = 1;
  for (int i = 0; i < index; i++) n += OperandSize(operands[i], wide);
  return n;
}
// N of CallEval, which is then laid out as CallArray.
inline constexpr uint32_t kSpreadArguments = 65535;
// B of CallEval.
enum EvalFlags : uint8_t { kEvalIsStrict = 1, kEvalIsInTailPosition = 2 };
// B of DefineKeyed.
enum DefineFlags : uint8_t {
  kDefineValue = 0,
  kDefineMethod = 1,
  kDefineGetter = 2,
  kDefineSetter = 3,
  kDefineKindMask = 3,
  kDefineEnumerable = 4,
  kDefineSetName = 8
};
// Flags of StaLookup and StaLookupRef. kStoreAnnexB: to the variable environment, whatever else has the name.
enum StoreFlags : uint8_t { kStoreStrict = 1, kStoreInitialize = 2, kStoreAnnexB = 4 };
// Smi before each name in the arrays of DeclareGlobals and DeclareEvalVars.
enum class DeclarationKind : uint8_t { kLet, kConst, kClass, kVar, kFunction, kAnnexBFunction };
// B of TestTypeOf.
enum class TypeOfKind : uint8_t {
  kUndefined,
  kObject,
  kBoolean,
  kNumber,
  kString,
  kSymbol,
  kBigInt,
  kFunction,
  kOtherString
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_OPCODES_H_
