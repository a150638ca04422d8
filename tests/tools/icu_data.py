#!/usr/bin/env python3
"""tools/icu_data.py: what it leaves of ICU's data, and what it says where it can't; with --build, a shell with few locales.

    tests/tools/icu_data.py [--build] [--engine build/release/bin/halfword]

--build: makes a shell with HALFWORD_ICU_DATA=de,zh-Hant in build/few-locales. It must format with these, and with en-US, as
--engine, the shell with all, does; other locales are not available there, and that is no error.
"""

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import icu_data
from checks import check, finish, run

LOCALES = "de,zh-Hant"

# Every kind of formatter, in locales that are there, and lists of what is no locale's.
THE_SAME = """\
const date = new Date(Date.UTC(2024, 1, 29, 12, 34, 56));
for (const locale of ["de", "de-CH", "de-AT", "en", "en-US", "zh-Hant", "zh-TW", "zh-Hant-HK"]) {
  print(locale, Intl.NumberFormat.supportedLocalesOf(locale));
  for (const options of [{}, {style: "currency", currency: "JPY", currencyDisplay: "name"}, {notation: "compact"},
                         {style: "unit", unit: "kilometer-per-hour", unitDisplay: "long"}])
    print(new Intl.NumberFormat(locale, options).format(-1234567.891));
  for (const calendar of ["gregory", "chinese", "hebrew", "islamic-civil", "japanese"])
    for (const timeZone of ["Asia/Tokyo", "America/St_Johns"])
      print(new Intl.DateTimeFormat(locale, {calendar, timeZone, dateStyle: "full", timeStyle: "full"}).format(date));
  print(new Intl.RelativeTimeFormat(locale, {numeric: "auto"}).format(-1, "day"));
  print(new Intl.ListFormat(locale).format(["a", "b", "c"]));
  print(new Intl.DurationFormat(locale, {style: "long"}).format({hours: 1, minutes: 2}));
  for (const [type, code] of [["language", "fr"], ["region", "TH"], ["script", "Thai"], ["currency", "THB"], ["calendar", "roc"]])
    print(new Intl.DisplayNames(locale, {type}).of(code));
  print(["z", "ä", "a", "中", "文", "Z", "ab"].sort(new Intl.Collator(locale).compare));
  print([..."0123"].map(n => new Intl.PluralRules(locale, {type: "ordinal"}).select(n)));
  for (const granularity of ["grapheme", "word", "sentence"])
    print([...new Intl.Segmenter(locale, {granularity}).segment("Das ist 中文字典. Wirklich?")].map(s => s.segment).join("|"));
  print(JSON.stringify(new Intl.Locale(locale).getWeekInfo()), new Intl.Locale(locale).maximize());
}
for (const key of ["calendar", "currency", "numberingSystem", "timeZone", "unit"]) print(Intl.supportedValuesOf(key));
print("I".toLocaleLowerCase("tr"), new Intl.Locale("fr").maximize(), Intl.getCanonicalLocales("iw-u-ca-islamicc"));
"""

NOT_LISTED = """\
const english = new Intl.NumberFormat("en-US", {style: "currency", currency: "EUR"}).format(1234.5);
for (const locale of ["fr", "th", "ja-JP", "zh-Hans", "sr-Latn", "ar-EG-u-nu-arab"]) {
  print(Intl.DateTimeFormat.supportedLocalesOf([locale, "de"]));
  print(new Intl.NumberFormat(locale).resolvedOptions().locale);
  print(new Intl.NumberFormat(locale, {style: "currency", currency: "EUR"}).format(1234.5) === english);
  const date = new Intl.DateTimeFormat(locale, {dateStyle: "full", timeZone: "UTC"});
  print(date.format(0), ["ä", "z"].sort(new Intl.Collator(locale).compare));
}
print([...new Intl.Segmenter("th", {granularity: "word"}).segment("สวัสดีชาวโลก")].map(s => s.segment).join("").length);
"""
FALLS_BACK = "de\nen-US\ntrue\nThursday, January 1, 1970 ä,z\n"


def tool(*arguments):
    done = subprocess.run([sys.executable, f"{ROOT}/tools/icu_data.py", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def errors(folder):
    for what, arguments, sentence in (
        ("an unknown locale", ("--locales", "de,xx", "--data", f"{folder}/x"), "ICU has no locale 'xx'"),
        ("an unknown region", ("--locales", "de-TH", "--data", f"{folder}/x"), "ICU has no locale 'de-TH'; it has de, de-AT"),
        ("no library", ("--list", "--library", f"{folder}/none"), "No such file"),
        ("a library of something else", ("--list", "--library", sys.executable), "has no data of ICU"),
        ("nothing to write", ("--locales", "de"), "--assembler or --data"),
    ):
        code, out = tool(*arguments)
        check(f"{what} is an error", code != 0 and sentence in out and "Traceback" not in out, out)
    code, out = tool("--list")
    check("--list names locales", code == 0 and {"de", "zh-Hant-TW", "en-001"} <= set(out.split()), out)


def contents(folder):
    whole = icu_data.Package(icu_data.data_of(icu_data.find_library()))
    check("a package that is written is read as it was", icu_data.Package(whole.bytes()).items == whole.items)
    code, out = tool("--locales", LOCALES, "--assembler", f"{folder}/icu.S")
    check("the tool writes", code == 0, out)
    with open(f"{folder}/icu.dat", "rb") as file:
        data = file.read()
    package = icu_data.Package(data)
    check("the data are a quarter at most", 4 * len(data) < len(whole.bytes()), str(len(data)))
    check(
        "items are what they were",
        all(name.endswith("res_index.res") or item == whole.items[name] for name, item in package.items.items()),
    )
    for item in (
        "de.res",
        "de_AT.res",
        "curr/de.res",
        "zh_Hant.res",
        "zh_TW.res",
        "coll/zh.res",
        "curr/en.res",
        "zone/en.res",
        "brkitr/ja.res",
        "en_US.res",
        "en.res",
        "root.res",
        "zoneinfo64.res",
        "brkitr/root.res",
        "coll/ucadata.icu",
        "brkitr/cjdict.dict",
        "nfkc.nrm",
        "res_index.res",
    ):
        check(f"{item} stays", item in package.items)
    for item in (
        "fr.res",
        "zh.res",
        "zh_Hans.res",
        "en_GB_OXENDICT.res",
        "brkitr/thaidict.dict",
        "translit/root.res",
        "ibm-37_P100-1995.cnv",
    ):
        check(f"{item} is left out", item not in package.items)
    index = icu_data.Bundle(package.items["res_index.res"])
    installed = set(index.table(index.table()["InstalledLocales"]))
    check(
        "the index has what is there",
        {"de", "de_AT", "zh_Hant", "en_US"} <= installed and not installed & {"fr", "zh", "root"},
        str(installed),
    )
    run("the assembler takes it", "cc", "-c", f"{folder}/icu.S", "-o", f"{folder}/icu.o")
    check("under ICU's name", f" R {package.symbol()}" in run("nm", "nm", f"{folder}/icu.o"))


def shells(engine, folder):
    build = f"{ROOT}/build/few-locales"
    run(
        "configure",
        "cmake",
        "--preset",
        "release",
        "-S",
        ROOT,
        "-B",
        build,
        f"-DHALFWORD_ICU_DATA={LOCALES}",
        "-DHALFWORD_EXAMPLES=OFF",
        "-DHALFWORD_TESTS=OFF",
    )
    run("build", "cmake", "--build", build, "--target", "halfword")
    few = f"{build}/bin/halfword"

    def prints(shell, program):
        with open(f"{folder}/x.js", "w") as file:
            file.write(program)
        return run(f"{shell} runs", shell, f"{folder}/x.js", env=dict(os.environ, LANG="fr_FR.UTF-8", LC_ALL="fr_FR.UTF-8"))

    wanted, found = prints(engine, THE_SAME), prints(few, THE_SAME)
    different = [pair for pair in zip(wanted.splitlines(), found.splitlines()) if pair[0] != pair[1]]
    check("what is listed formats as with all locales", wanted == found, str(different[:20]))
    found = prints(few, NOT_LISTED)
    check("what isn't listed is not available", found == FALLS_BACK * 6 + "12\n", found)
    check("the shell is smaller", os.path.getsize(few) < os.path.getsize(engine) - (20 << 20))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--engine", default=f"{ROOT}/build/release/bin/halfword")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        errors(folder)
        contents(folder)
        if arguments.build:
            shells(os.path.abspath(arguments.engine), folder)
    finish()


if __name__ == "__main__":
    main()
