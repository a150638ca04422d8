#!/usr/bin/env python3
"""Turns of an agent of langchain-quickjs, unmodified, over Halfword: a process's share of a conversation.

    agent.py DATABASE FIRST COUNT [--real]

A scripted model writes JavaScript that calls a tool and, each fifth turn, a subagent, and goes on with the variables of the
turns before. Every turn restores the snapshot of the turn before, from the database, and leaves one there. Writes a line of
JSON: results that were wrong, and bytes of the last snapshot. --real: over quickjs-rs itself.
"""

import argparse
import asyncio
import json
import sys
import warnings

TEXT = "x" * 200


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--real", action="store_true")
    return parser.parse_args()


def code_of(turn):
    """The model writes this. Declarations of a turn are there in the next ones, also those behind an await."""
    lines = [
        "const log = []; const seen = new Map(); function note(entry) { seen.set(entry.key, entry); return log.push(entry) }"
    ]
    if turn:
        lines = []
    lines += [
        f"const found{turn} = await tools.lookup({{key: 'k{turn}'}});",
        f"const last = note({{key: found{turn}.key, text: found{turn}.text}});",
    ]
    if turn % 5 == 4:
        lines.append(f"const told{turn} = await task({{description: 'turn {turn}', subagentType: 'helper'}});")
        lines.append(f"if (told{turn} !== 'done') throw new Error(told{turn});")
    if turn % 7 == 3:
        lines.append("try { await tools.fail({}) } catch (e) { console.log(e.name) }")
    if turn:
        lines.append(f"if (found{turn - 1}.key !== 'k{turn - 1}' || seen.size !== last) throw new Error('lost');")
    lines.append("console.log(`turn ${last}`); last")
    return "\n".join(lines)


async def converse(args):
    if not args.real:
        import halfword.quickjs_rs

        halfword.quickjs_rs.install()
    from deepagents import create_deep_agent
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_core.tools import tool
    from langchain_quickjs import CodeInterpreterMiddleware
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    @tool
    def lookup(key: str) -> dict:
        """Looks up a key."""
        return {"key": key, "text": TEXT}

    @tool
    def fail() -> str:
        """Fails."""
        raise ValueError("a secret of the host")

    class Scripted(BaseChatModel):
        """Answers a request with the code of its turn, and the result of that with its text."""

        @property
        def _llm_type(self):
            return "scripted"

        def bind_tools(self, tools, **options):
            return self

        def _generate(self, messages, stop=None, run_manager=None, **options):
            last = messages[-1]
            if last.type == "human" and last.text.startswith("turn "):
                answer = AIMessage("done")
            elif last.type == "human":
                call = {"name": "eval", "args": {"code": code_of(int(last.text))}, "id": f"call{last.text}"}
                answer = AIMessage("", tool_calls=[call])
            else:
                answer = AIMessage(last.text)
            return ChatResult(generations=[ChatGeneration(message=answer)])

    model = Scripted()
    async with AsyncSqliteSaver.from_conn_string(args.database) as saver:
        interpreter = CodeInterpreterMiddleware(ptc=[lookup, fail], snapshot_signing_key="0123456789abcdef", timeout=20)
        agent = create_deep_agent(
            model=model,
            tools=[lookup, fail],
            middleware=[interpreter],
            subagents=[{"name": "helper", "description": "Helps.", "system_prompt": "Help.", "model": model, "tools": []}],
            checkpointer=saver,
        )
        config = {"configurable": {"thread_id": "one"}}
        wrong = []
        for turn in range(args.first, args.first + args.count):
            done = await agent.ainvoke({"messages": [{"role": "user", "content": str(turn)}]}, config)
            text = done["messages"][-1].text
            expected = [f"turn {turn + 1}", str(turn + 1)] + (["HostError"] if turn % 7 == 3 else [])
            if not all(part in text for part in expected) or "secret" in text:
                wrong.append([turn, text])
        payload = (await agent.aget_state(config)).values.get("_quickjs_snapshot_payload") or b""
    print(json.dumps({"wrong": wrong, "snapshot": len(payload), "engine": sys.modules["quickjs_rs"].__name__}))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asyncio.run(converse(parse()))
