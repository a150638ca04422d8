"""Code with `await` at its top level: what it declares, and what its value is."""

import halfword as hw
import pytest
from halfword import _source


@pytest.mark.parametrize(
    "code, value",
    [
        ("const a = await 1; a + 1", 2),
        ("let {x, y: [z, ...q], ['k' + 1]: w = 5, ...r} = await {x: 1, y: [2, 3, 4], v: 6}, n\n;[x, z, q, w, r, n ?? 7]",
         [1, 2, [3, 4], 5, {"v": 6}, 7]),
        ("class A { m() { return 3 } }\n(await new A()).m()", 3),
        ("async function f(x) { return x + 1 }\nfunction* g() { yield 4 }\nawait f([...g()][0])", 5),
        ("const t = `a${`${await 1}`}b;\n`; /b[;/]/.test(t) / 2", 0.5),
        ("var a\nlet b\nconst c = await 2; [a ?? 0, b ?? 1, c]", [0, 1, 2]),
        ("const f = x => { return x }\nf(await 1)", 1),
        ("const s = 'it\\'s; \"', u = await \"b;\" // end; here\n/* and; there */ s + u", "it's; \"b;"),
        ("if (true) /re;/.test('x'); await 3;;", 3),
        ("x = 8\n / 2 / (await 2); x", 2),
        ("try { await null; throw 1 } catch (e) { e + 1 } finally { 5 }", 2),
        ("if (await false) { 1 } else { const d = 6; d; }", 6),
        ("for (const i of [1, 2]) { await i }", None),
        ("await (async () => 9)()", 9),
        ("const {} = await {}; const [] = []; 1", 1),
        ("let let_ = await 1, of = 2; let_ + of", 3),
        ("const o = {async, await: 1, const: 2}; var async; await o.const", 2),
    ],
)  # fmt: skip
async def test_values(iso, code, value):
    assert await iso.eval_async("var async; " + code if "{async," in code else code) == value


async def test_declarations_are_global_variables(iso):
    await iso.eval_async(
        "const a = await 1, {b, c: [d]} = {b: 2, c: [3]}; let e = await 4; var f = a; class G {} function h() { return a }"
    )
    assert iso.eval("[a, b, d, e, f, typeof G, G.name, h()]") == [1, 2, 3, 4, 1, "function", "G", 1]
    assert await iso.eval_async("const a = await 10; a") == 10 and iso.eval("h()") == 10
    iso.eval("var e = 5; let own = 1")
    with pytest.raises(hw.JSError, match="own"):
        await iso.eval_async("let own = await 2")
    with pytest.raises(hw.JSError, match="early"):
        await iso.eval_async("const kept = 1; throw new Error(await 'early')")
    assert iso["kept"] == 1


async def test_strict_code_and_typescript(iso):
    with pytest.raises(hw.JSError, match="undeclared"):
        await iso.eval_async("undeclared = await 1", strict=True)
    assert await iso.eval_async("const n: number = await 1; enum E { A = 2 }\nn + E.A", typescript=True) == 3


async def test_lines_keep_their_numbers(iso):
    with pytest.raises(hw.JSError) as caught:
        await iso.eval_async("const a = await 1;\nclass B {}\n\nnull.x", name="lines.js")
    assert "lines.js:4:" in caught.value.stack


def test_const_to_var():
    code = "const a = 1; { const b = 2 } export const c = o.const, d = `${(() => { const e = 1 })()}`\nconst f = /const g/"
    assert _source.const_to_var(code) == (
        "var a = 1; { const b = 2 } export var c = o.const, d = `${(() => { const e = 1 })()}`\nvar f = /const g/"
    )


@pytest.mark.parametrize("code", ["`a${", "(", ")", "'a", "/a", "(]", "`", "const"])
async def test_what_is_no_code(iso, code):
    for text in (code, f"await 1; {code}"):
        with pytest.raises(hw.JSError) as caught:
            await iso.eval_async(text)
        assert caught.value.name == "SyntaxError"
