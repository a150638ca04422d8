// Reads paths, one a line, and prints of each what shell/packages/commonjs_names.h finds in the file: a line
// of JSON, [exports, reexports].
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "packages/commonjs_names.h"

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    halfword::packages::CommonJsNames names = halfword::packages::ScanCommonJs(text.str());
    nlohmann::json line = {names.exports, names.reexports};
    std::cout << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  }
}
