#include "commonjs_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace halfword::packages {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// Returns the number of bytes of the white space at `at`, or 0.
size_t SpaceAt(std::string_view text, size_t at) {
  auto c = static_cast<unsigned char>(text[at]);
  if (c == ' ' || (c >= 9 && c <= 13)) return 1;
  if (c < 0xC2) return 0;
  for (std::string_view space :
       {"\xC2\xA0", "\xEF\xBB\xBF", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE3\x80\x80"}) {
    if (text.substr(at, space.size()) == space) return space.size();
  }
  return 0;
}

size_t EndOfLine(std::string_view text, size_t at) {
  return std::min(text.find_first_of("\r\n", at), text.size());
}

size_t EndOfName(std::string_view text, size_t at) {
  while (at < text.size() && IsNamePart(text[at]) && SpaceAt(text, at) == 0) at++;
  return at;
}

// Returns the place behind the string literal that begins at `at`, or nothing if it has no end.
std::optional<size_t> EndOfString(std::string_view text, size_t at) {
  char quote = text[at++];
  for (; at < text.size() && text[at] != quote; at++) {
    if (text[at] == '\n' || text[at] == '\r') return std::nullopt;
    if (text[at] != '\\') continue;
    at++;
    if (text.substr(at, 2) == "\r\n") at++;
  }
  if (at >= text.size()) return std::nullopt;
  return at + 1;
}

// Returns the place behind white space and comments.
size_t SkipSpace(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (size_t space = SpaceAt(text, at)) {
      at += space;
    } else if (text.substr(at, 2) == "//") {
      at = EndOfLine(text, at);
    } else if (text.substr(at, 2) == "/*") {
      size_t end = text.find("*/", at + 2);
      at = end == text.npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

void AppendUtf8(uint32_t point, std::string* out) {
  if (point < 0x80) {
    *out += static_cast<char>(point);
  } else if (point < 0x800) {
    *out += static_cast<char>(0xC0 | point >> 6);
    *out += static_cast<char>(0x80 | (point & 63));
  } else if (point < 0x10000) {
    *out += static_cast<char>(0xE0 | point >> 12);
    *out += static_cast<char>(0x80 | (point >> 6 & 63));
    *out += static_cast<char>(0x80 | (point & 63));
  } else {
    *out += static_cast<char>(0xF0 | point >> 18);
    *out += static_cast<char>(0x80 | (point >> 12 & 63));
    *out += static_cast<char>(0x80 | (point >> 6 & 63));
    *out += static_cast<char>(0x80 | (point & 63));
  }
}

// Reads a number of `digits` hexadecimal digits at *at, or between braces, and moves behind it.
std::optional<uint32_t> HexNumber(std::string_view text, size_t* at, size_t digits) {
  bool has_braces = digits == 4 && *at < text.size() && text[*at] == '{';
  size_t begin = *at + has_braces, end = has_braces ? text.find('}', begin) : begin + digits;
  if (end == text.npos || end > text.size() || end == begin || end - begin > 8) return std::nullopt;
  uint32_t number = 0;
  for (size_t i = begin; i < end; i++) {
    char c = text[i], lower = static_cast<char>(c | 0x20);
    if (!IsDigit(c) && !(lower >= 'a' && lower <= 'f')) return std::nullopt;
    number = number << 4 | static_cast<uint32_t>(IsDigit(c) ? c - '0' : lower - 'a' + 10);
  }
  *at = end + has_braces;
  if (number > 0x10FFFF) return std::nullopt;
  return number;
}

// Returns what a string literal stands for, or nothing if it can't be a name.
std::optional<std::string> ValueOfString(std::string_view literal) {
  std::string_view text = literal.substr(1, literal.size() - 2);
  std::string out;
  uint32_t lead = 0;  // a surrogate that waits for its second half
  for (size_t i = 0; i < text.size();) {
    uint32_t point = 0;
    if (text[i] != '\\') {
      if (lead != 0) return std::nullopt;
      out += text[i++];
      continue;
    }
    char c = text[i + 1];
    i += 2;
    switch (c) {
      case 'n': point = '\n'; break;
      case 'r': point = '\r'; break;
      case 't': point = '\t'; break;
      case 'b': point = '\b'; break;
      case 'f': point = '\f'; break;
      case 'v': point = '\v'; break;
      case '\r':
        if (i < text.size() && text[i] == '\n') i++;
        continue;
      case '\n': continue;
      case 'x':
      case 'u': {
        std::optional<uint32_t> number = HexNumber(text, &i, c == 'x' ? 2 : 4);
        if (!number) return std::nullopt;
        point = *number;
        break;
      }
      case '0':
        if (i < text.size() && IsDigit(text[i])) return std::nullopt;
        break;
      default:
        if (IsDigit(c)) return std::nullopt;
        if (static_cast<unsigned char>(c) >= 0x80) {
          out += c;
          continue;
        }
        point = static_cast<unsigned char>(c);
    }
    bool is_trail = point >= 0xDC00 && point < 0xE000;
    if ((lead != 0) != is_trail) return std::nullopt;
    if (is_trail) point = 0x10000 + ((lead - 0xD800) << 10) + (point - 0xDC00);
    lead = point >= 0xD800 && point < 0xDC00 ? point : 0;
    if (lead == 0) AppendUtf8(point, &out);
  }
  if (lead != 0) return std::nullopt;
  return out;
}

// Reads what a pattern says, token by token. White space and comments may stand between tokens. Nothing is
// read where the answer is false.
class Cursor {
 public:
  Cursor(std::string_view text, size_t at) : text_(text), at_(at) {}
  size_t at() const { return at_; }
  bool Is(char c) {
    at_ = SkipSpace(text_, at_);
    return at_ < text_.size() && text_[at_] == c;
  }
  bool Punctuator(std::string_view p) {
    at_ = SkipSpace(text_, at_);
    if (text_.substr(at_, p.size()) != p) return false;
    at_ += p.size();
    return true;
  }
  bool Name(std::string_view* name) {
    at_ = SkipSpace(text_, at_);
    if (at_ >= text_.size() || !IsNameStart(text_[at_])) return false;
    size_t end = EndOfName(text_, at_);
    *name = text_.substr(at_, end - at_);
    at_ = end;
    return true;
  }
  bool AnyName() {
    std::string_view name;
    return Name(&name);
  }
  bool Word(std::string_view word) {
    size_t before = at_;
    std::string_view name;
    if (Name(&name) && name == word) return true;
    at_ = before;
    return false;
  }
  // Reads a literal, with its quotes.
  bool String(std::string_view* literal) {
    if (!Is('\'') && !Is('"')) return false;
    std::optional<size_t> end = EndOfString(text_, at_);
    if (!end) return false;
    *literal = text_.substr(at_, *end - at_);
    at_ = *end;
    return true;
  }
  bool StringOf(std::string_view value) {
    std::string_view literal;
    return String(&literal) && literal.substr(1, literal.size() - 2) == value;
  }
  // Reads `exports` or `module.exports`.
  bool Exports() {
    size_t before = at_;
    if (Word("exports") || (Word("module") && Punctuator(".") && Word("exports"))) return true;
    at_ = before;
    return false;
  }
  // Reads require('specifier').
  bool Require(std::string_view* literal) {
    size_t before = at_;
    if (Word("require") && Punctuator("(") && String(literal) && Punctuator(")")) return true;
    at_ = before;
    return false;
  }
  // Reads `get() { return`, or `get: function name() { return`.
  bool GetterHead() {
    if (!Word("get")) return false;
    if (Punctuator(":")) {
      if (!Word("function")) return false;
      (void)AnyName();
    }
    return Punctuator("(") && Punctuator(")") && Punctuator("{") && Word("return");
  }
  // Reads the end of a getter, of its property and of the call that it stands in.
  bool GetterTail() {
    (void)Punctuator(";");
    if (!Punctuator("}")) return false;
    (void)Punctuator(",");
    return Punctuator("}") && Punctuator(")");
  }
  // Reads object[key].
  bool Element(std::string_view object, std::string_view key) {
    return Word(object) && Punctuator("[") && Word(key) && Punctuator("]");
  }
  bool ReturnStatement() {
    if (!Word("return")) return false;
    (void)Punctuator(";");
    return true;
  }
  // Reads Object.prototype.hasOwnProperty.call(names, key).
  bool HasOwnPropertyCall(std::string_view key) {
    size_t before = at_;
    if (Word("Object") && Punctuator(".") && (!Word("prototype") || Punctuator(".")) &&
        Word("hasOwnProperty") && Punctuator(".") && Word("call") && Punctuator("(") && AnyName() &&
        Punctuator(",") && Word(key) && Punctuator(")"))
      return true;
    at_ = before;
    return false;
  }

 private:
  std::string_view text_;
  size_t at_;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  CommonJsNames Scan();

 private:
  // This was read last. It tells whether a '/' begins a regular expression.
  enum class Last { kNothing, kName, kKeyword, kOperand, kPunctuator };
  struct Bracket {
    char open;
    bool ends_statement;  // behind its end, a '/' begins a regular expression
  };

  // False: the text is no program that can be read.
  bool ScanTokens();
  bool ScanToken();
  void ScanWord();
  bool ScanPunctuator(char c);
  bool ScanTemplate();  // from behind '`' or the '}' of a substitution
  bool ScanRegExp();
  void NoteOperand() {
    last_ = Last::kOperand;
    last_name_ = {};
  }
  void NoteName(size_t begin, std::string_view name);
  void Open(char open);
  bool Close(char open);

  void AssignExports(Cursor cursor, bool is_module);
  void ReadLiteral(Cursor cursor);
  void DefineProperty(Cursor cursor);
  void KeysForEach(Cursor cursor);
  void NoteRequire(size_t begin, std::string_view literal);

  void AddExport(std::string_view name) { Add(std::string(name), &names_.exports, &known_); }
  void AddExportLiteral(std::string_view literal) {
    if (std::optional<std::string> name = ValueOfString(literal)) Add(*name, &names_.exports, &known_);
  }
  void AddReexport(std::string_view literal) {
    if (std::optional<std::string> name = ValueOfString(literal)) Add(*name, &names_.reexports, &reexported_);
  }
  static void Add(std::string name, std::vector<std::string>* list, std::set<std::string>* known) {
    if (known->insert(name).second) list->push_back(std::move(name));
  }

  std::string_view text_;
  size_t at_ = 0;
  Last last_ = Last::kNothing;
  char last_punctuator_ = 0;
  std::string_view last_name_;
  bool last_may_end_operand_ = false;  // of a punctuator: ')', ']', '}', "++" or "--"
  bool next_brace_is_class_ = false;
  std::vector<Bracket> brackets_;
  CommonJsNames names_;
  std::set<std::string> known_, reexported_, requested_, unsafe_;
  std::map<std::string, std::string_view, std::less<>> required_;  // variable: literal
};

bool IsKeywordBeforeExpression(std::string_view name) {
  constexpr std::string_view kWords[] = {"await", "case",   "debugger",   "delete", "do",
                                         "else",  "in",     "instanceof", "new",    "return",
                                         "throw", "typeof", "void",       "yield"};
  return std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
}

void Scanner::Open(char open) {
  Bracket bracket{open, false};
  if (open == '(') {
    bracket.ends_statement =
        last_ != Last::kPunctuator && (last_name_ == "if" || last_name_ == "while" || last_name_ == "for");
  } else if (open == '{') {
    bool behind_word = last_ == Last::kKeyword || last_ == Last::kName;
    bracket.ends_statement =
        next_brace_is_class_ ||
        (behind_word ? last_name_ == "catch" || last_name_ == "else" || last_name_ == "finally"
                     : last_ == Last::kPunctuator &&
                           (last_punctuator_ == ';' || last_punctuator_ == ')' || last_punctuator_ == '>'));
    next_brace_is_class_ = false;
  }
  brackets_.push_back(bracket);
}

bool Scanner::Close(char open) {
  if (brackets_.empty() || brackets_.back().open != open) return false;
  last_may_end_operand_ = !brackets_.back().ends_statement;
  brackets_.pop_back();
  return true;
}

bool Scanner::ScanTemplate() {
  for (; at_ < text_.size(); at_++) {
    if (text_[at_] == '\\') {
      at_++;
    } else if (text_[at_] == '`') {
      at_++;
      last_ = Last::kOperand;
      return true;
    } else if (text_.substr(at_, 2) == "${") {
      at_ += 2;
      brackets_.push_back({'`', false});
      last_ = Last::kPunctuator;
      last_punctuator_ = '{';
      last_may_end_operand_ = false;
      return true;
    }
  }
  return false;
}

bool Scanner::ScanRegExp() {
  bool in_class = false;
  for (at_++; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r'; at_++) {
    char c = text_[at_];
    if (c == '\\') at_++;
    if (c == '[') in_class = true;
    if (c == ']') in_class = false;
    if (c != '/' || in_class) continue;
    at_ = EndOfName(text_, at_ + 1);
    last_ = Last::kOperand;
    return true;
  }
  return false;
}

bool Scanner::ScanTokens() {
  if (text_.starts_with("#!")) at_ = EndOfLine(text_, 0);
  for (;;) {
    at_ = SkipSpace(text_, at_);
    if (at_ >= text_.size()) return brackets_.empty();
    if (!ScanToken()) return false;
  }
}

bool Scanner::ScanToken() {
  char c = text_[at_];
  if (IsNameStart(c) || c == '\\') {
    ScanWord();
    return true;
  }
  if (IsDigit(c) || (c == '.' && at_ + 1 < text_.size() && IsDigit(text_[at_ + 1]))) {
    while (at_ < text_.size() && (IsNamePart(text_[at_]) || text_[at_] == '.')) at_++;
    NoteOperand();
    return true;
  }
  if (c == '\'' || c == '"') {
    std::optional<size_t> end = EndOfString(text_, at_);
    if (!end) return false;
    at_ = *end;
    NoteOperand();
    return true;
  }
  if (c == '`') {
    at_++;
    return ScanTemplate();
  }
  if (c == '/') {
    bool is_operator = last_ == Last::kName || last_ == Last::kOperand ||
                       (last_ == Last::kPunctuator && last_may_end_operand_);
    if (!is_operator) return ScanRegExp();
  }
  if (c == '}' && !brackets_.empty() && brackets_.back().open == '`') {
    at_++;
    brackets_.pop_back();
    return ScanTemplate();
  }
  return ScanPunctuator(c);
}

void Scanner::ScanWord() {
  size_t begin = at_;
  at_ = text_[at_] == '\\' ? at_ + 1 : EndOfName(text_, at_);
  std::string_view name = text_.substr(begin, at_ - begin);
  bool is_member = last_ == Last::kPunctuator && last_punctuator_ == '.';
  if (!is_member || name.starts_with("__export")) NoteName(begin, name);
  bool is_keyword = !is_member && IsKeywordBeforeExpression(name);
  last_ = is_keyword ? Last::kKeyword : Last::kName;
  last_name_ = is_member ? std::string_view() : name;
}

bool Scanner::ScanPunctuator(char c) {
  at_++;
  bool is_doubled = at_ < text_.size() && text_[at_] == c;
  bool may_end_operand = false;
  switch (c) {
    case '(':
    case '[':
    case '{': Open(c); break;
    case ')':
    case ']':
    case '}':
      if (!Close(c == ')' ? '(' : c == ']' ? '[' : '{')) return false;
      may_end_operand = last_may_end_operand_;
      break;
    case '+':
    case '-':
      may_end_operand = is_doubled;
      at_ += is_doubled;
      break;
    case '=':
      // An arrow is known by its second half.
      if (at_ < text_.size() && text_[at_] == '>') {
        at_++;
        c = '>';
      }
      break;
    case '>': c = '<'; break;
    default: break;
  }
  last_ = Last::kPunctuator;
  last_punctuator_ = c;
  last_name_ = {};
  last_may_end_operand_ = may_end_operand;
  return true;
}

void Scanner::NoteName(size_t begin, std::string_view name) {
  Cursor behind(text_, at_);
  bool at_top = brackets_.empty();
  std::string_view literal;
  if (name == "exports") {
    AssignExports(behind, false);
  } else if (name == "module") {
    if (behind.Punctuator(".") && behind.Word("exports")) AssignExports(behind, true);
  } else if (name == "Object") {
    if (!behind.Punctuator(".")) return;
    if (behind.Word("defineProperty")) {
      DefineProperty(behind);
    } else if (at_top && behind.Word("keys")) {
      KeysForEach(behind);
    }
  } else if (name == "class") {
    next_brace_is_class_ = true;
  } else if (name == "require") {
    Cursor whole(text_, begin);
    if (!whole.Require(&literal)) return;
    if (std::optional<std::string> value = ValueOfString(literal)) Add(*value, &names_.required, &requested_);
    if (at_top) NoteRequire(begin, literal);
  } else if (at_top && name == "_interopRequireWildcard") {
    if (behind.Punctuator("(") && behind.Require(&literal)) NoteRequire(begin, literal);
  } else if (at_top && (name == "__export" || name == "__exportStar")) {
    if (behind.Punctuator("(") && behind.Require(&literal)) AddReexport(literal);
  }
}

// Remembers the variable of `var x = require('y')`.
void Scanner::NoteRequire(size_t begin, std::string_view literal) {
  std::string_view before = text_.substr(0, begin);
  auto skip_blanks = [&] {
    while (before.ends_with(' ')) before.remove_suffix(1);
  };
  skip_blanks();
  if (!before.ends_with('=')) return;
  before.remove_suffix(1);
  skip_blanks();
  size_t start = before.size();
  while (start > 0 && IsNamePart(before[start - 1])) start--;
  std::string_view name = before.substr(start);
  before = before.substr(0, start);
  if (name.empty() || !before.ends_with(' ')) return;
  skip_blanks();
  if (before.ends_with("var") || before.ends_with("let") || before.ends_with("const"))
    required_[std::string(name)] = literal;
}

// `exports` or `module.exports` has been read.
void Scanner::AssignExports(Cursor cursor, bool is_module) {
  std::string_view name;
  if (cursor.Punctuator(".")) {
    if (cursor.Name(&name) && cursor.Is('=')) AddExport(name);
  } else if (cursor.Punctuator("[")) {
    if (cursor.String(&name) && cursor.Punctuator("]") && cursor.Is('=')) AddExportLiteral(name);
  } else if (is_module && cursor.Punctuator("=")) {
    names_.reexports.clear();
    reexported_.clear();
    std::string_view literal;
    if (cursor.Punctuator("{")) {
      ReadLiteral(cursor);
    } else if (cursor.Require(&literal)) {
      AddReexport(literal);
    }
  }
}

// Reads members of an object literal, up to its end or to one of another form.
void Scanner::ReadLiteral(Cursor cursor) {
  do {
    std::string_view name;
    if (cursor.Punctuator("...")) {
      if (cursor.Require(&name)) {
        AddReexport(name);
      } else if (!cursor.AnyName()) {
        return;
      }
    } else if (cursor.String(&name)) {
      if (!cursor.Punctuator(":") || !cursor.AnyName()) return;
      AddExportLiteral(name);
    } else if (cursor.Name(&name)) {
      if (cursor.Punctuator(":") && !cursor.AnyName()) return;
      AddExport(name);
    } else {
      return;
    }
  } while (cursor.Punctuator(","));
}

// `Object.defineProperty` has been read. A getter that may do anything takes its name out of the others.
void Scanner::DefineProperty(Cursor cursor) {
  std::string_view literal;
  if (!cursor.Punctuator("(") || !cursor.Exports() || !cursor.Punctuator(",") || !cursor.String(&literal))
    return;
  auto is_known_form = [&] {
    if (!cursor.Punctuator(",") || !cursor.Punctuator("{")) return false;
    if (cursor.Word("enumerable") &&
        !(cursor.Punctuator(":") && cursor.Word("true") && cursor.Punctuator(",")))
      return false;
    if (cursor.Word("value")) return cursor.Punctuator(":");
    if (!cursor.GetterHead() || !cursor.AnyName()) return false;
    std::string_view key;
    if (cursor.Punctuator(".")) {
      if (!cursor.AnyName()) return false;
    } else if (cursor.Punctuator("[")) {
      if (!cursor.String(&key) || !cursor.Punctuator("]")) return false;
    }
    return cursor.GetterTail();
  };
  if (is_known_form()) {
    AddExportLiteral(literal);
  } else if (std::optional<std::string> name = ValueOfString(literal)) {
    unsafe_.insert(*name);
  }
}

// `Object.keys` has been read. Babel and TypeScript export all that a module exports with such loops.
void Scanner::KeysForEach(Cursor cursor) {
  std::string_view module, key;
  if (!cursor.Punctuator("(") || !cursor.Name(&module) || !cursor.Punctuator(")") ||
      !cursor.Punctuator(".") || !cursor.Word("forEach") || !cursor.Punctuator("(") ||
      !cursor.Word("function") || !cursor.Punctuator("(") || !cursor.Name(&key) || !cursor.Punctuator(")") ||
      !cursor.Punctuator("{") || !cursor.Word("if") || !cursor.Punctuator("(") || !cursor.Word(key))
    return;
  if (cursor.Punctuator("===")) {
    if (!cursor.StringOf("default") || !cursor.Punctuator("||") || !cursor.Word(key) ||
        !cursor.Punctuator("===") || !cursor.StringOf("__esModule") || !cursor.Punctuator(")") ||
        !cursor.ReturnStatement())
      return;
    bool has_condition = cursor.Word("if");
    if (has_condition && !cursor.Punctuator("(")) return;
    if (has_condition && cursor.HasOwnPropertyCall(key)) {
      if (!cursor.Punctuator(")") || !cursor.ReturnStatement()) return;
      has_condition = cursor.Word("if");
      if (has_condition && !cursor.Punctuator("(")) return;
    }
    if (has_condition && !(cursor.Word(key) && cursor.Word("in") && cursor.Exports() &&
                           cursor.Punctuator("&&") && cursor.Exports() && cursor.Punctuator("[") &&
                           cursor.Word(key) && cursor.Punctuator("]") && cursor.Punctuator("===") &&
                           cursor.Element(module, key) && cursor.Punctuator(")") && cursor.ReturnStatement()))
      return;
  } else {
    if (!cursor.Punctuator("!==") || !cursor.StringOf("default")) return;
    if (cursor.Punctuator("&&")) {
      if (!cursor.Punctuator("!")) return;
      if (!cursor.HasOwnPropertyCall(key) &&
          !(cursor.AnyName() && cursor.Punctuator(".") && cursor.Word("hasOwnProperty") &&
            cursor.Punctuator("(") && cursor.Word(key) && cursor.Punctuator(")")))
        return;
    }
    if (!cursor.Punctuator(")")) return;
  }
  if (cursor.Exports()) {
    if (!cursor.Punctuator("[") || !cursor.Word(key) || !cursor.Punctuator("]") || !cursor.Punctuator("=") ||
        !cursor.Element(module, key))
      return;
  } else if (!(cursor.Word("Object") && cursor.Punctuator(".") && cursor.Word("defineProperty") &&
               cursor.Punctuator("(") && cursor.Exports() && cursor.Punctuator(",") && cursor.Word(key) &&
               cursor.Punctuator(",") && cursor.Punctuator("{") && cursor.Word("enumerable") &&
               cursor.Punctuator(":") && cursor.Word("true") && cursor.Punctuator(",") &&
               cursor.GetterHead() && cursor.Element(module, key) && cursor.GetterTail())) {
    return;
  }
  (void)cursor.Punctuator(";");
  if (!cursor.Punctuator("}") || !cursor.Punctuator(")")) return;
  auto found = required_.find(module);
  if (found != required_.end()) AddReexport(found->second);
}

CommonJsNames Scanner::Scan() {
  if (!ScanTokens()) return {};
  std::erase_if(names_.exports, [&](const std::string& name) { return unsafe_.contains(name); });
  return std::move(names_);
}

}  // namespace

CommonJsNames ScanCommonJs(std::string_view text) { return Scanner(text).Scan(); }

std::vector<std::string> CommonJsExports(Resolver& resolver, FileSystem& files, const std::string& path,
                                         std::string_view text) {
  constexpr size_t kMostBytes = 256 << 20, kMostFiles = 10000;
  std::vector<std::string> names;
  std::set<std::string> known, seen = {path};
  struct Module {
    std::string path, specifier;
  };
  std::vector<Module> work;  // the next one last
  auto add = [&](const std::string& file, std::string_view source) {
    CommonJsNames found = ScanCommonJs(source);
    for (std::string& name : found.exports) {
      if (known.insert(name).second) names.push_back(std::move(name));
    }
    for (auto specifier = found.reexports.rbegin(); specifier != found.reexports.rend(); ++specifier)
      work.push_back({file, *specifier});
  };
  add(path, text);
  while (!work.empty() && seen.size() < kMostFiles) {
    Module next = std::move(work.back());
    work.pop_back();
    Resolution found = resolver.Require(next.specifier, next.path);
    bool is_commonjs = found.ok() && (found.format == Format::kCommonJs || found.format == Format::kBySyntax);
    std::string source;
    if (!is_commonjs || !seen.insert(found.path).second || !files.Read(found.path, kMostBytes, &source))
      continue;
    add(found.path, source);
  }
  return names;
}

}  // namespace halfword::packages
