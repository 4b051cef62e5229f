"""An agent by the official Python SDK, told what to do by lines of JSON on standard input.

The tests have the page in hand and are written beside it, in node; this program is the client they order about. One
order a line, `{"id", "do", ...}`; each is answered by a line `{"id", "result"}` or `{"id", "error"}`, in any order. What
comes meanwhile is told by lines with an `event`: `progress` of a call, `told` (a notification), `question` (the person
is asked; answered by a line `{"question", "action", "content"}`).

    python client.py '{"url": "http://localhost:5173/__mcp", "mode": "legacy", "name": "me", "elicit": true}'

It knows the SDK and no tool. `mode` is the SDK's: `legacy` has sessions, `2026-07-28` has none, `auto` finds out.
"""

import itertools
import json
import sys
import warnings
from contextlib import AsyncExitStack

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

# Sessions are on their way out of the protocol; they are tested here as long as they are in it.
warnings.simplefilter("ignore")


def say(**line):
    print(json.dumps(line), flush=True)


def plain(model):
    """What came over the wire, without what was left out of it."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


class Agent:
    """The client and the orders it carries out."""

    def __init__(self, options):
        self.options = options
        self.client = None
        self.running = {}
        self.questions = {}
        self.numbers = itertools.count(1)

    async def elicit(self, _context, params):
        number = next(self.numbers)
        answered = anyio.Event()
        self.questions[number] = {"answered": answered}
        say(event="question", question=number, message=params.message, schema=params.requested_schema)
        await answered.wait()
        answer = self.questions.pop(number)
        return types.ElicitResult(action=answer["action"], content=answer.get("content"))

    async def told(self, message):
        if isinstance(message, Exception):
            say(event="broken", message=str(message))
        else:
            say(event="told", **plain(message))

    async def connect(self, stack):
        options = self.options
        if "command" in options:
            server = StdioServerParameters(command=options["command"][0], args=options["command"][1:], env=options.get("env"))
        else:
            headers = {"Authorization": f"Bearer {options['token']}"} if options.get("token") else None
            http = await stack.enter_async_context(create_mcp_http_client(headers=headers))
            limit = {"max_sse_event_size": options["largestEvent"]} if "largestEvent" in options else {}
            server = streamable_http_client(options["url"], http_client=http, **limit)
        self.client = await stack.enter_async_context(
            Client(
                server,
                mode=options["mode"],
                client_info=types.Implementation(name=options["name"], version="1.0.0"),
                elicitation_callback=self.elicit if options.get("elicit") else None,
                message_handler=self.told,
            )
        )

    async def carry_out(self, order):
        client = self.client
        match order["do"]:
            case "about":
                info = client.server_info
                return {
                    "version": client.protocol_version,
                    "server": plain(info) if info else None,
                    "capabilities": plain(client.server_capabilities),
                    "instructions": client.instructions,
                }
            case "tools":
                return plain(await client.list_tools())
            case "resources":
                return plain(await client.list_resources())
            case "templates":
                return plain(await client.list_resource_templates())
            case "read":
                return plain(await client.read_resource(order["uri"]))
            case "call":

                async def progress(value, total, message):
                    say(id=order["id"], event="progress", progress=value, total=total, message=message)

                callback = progress if order.get("progress") else None
                return plain(await client.call_tool(order["name"], order.get("arguments"), progress_callback=callback))
            case "subscribe":
                await client.subscribe_resource(order["uri"])
                return {}
            case "listen":
                return await self.listen(order)
        raise ValueError(f"There is no order {order['do']}.")

    async def listen(self, order):
        async with self.client.listen(resource_subscriptions=[order["uri"]]) as subscription:
            say(id=order["id"], event="listening", honored=plain(subscription.honored))
            async for _ in subscription:
                pass
        return {}

    async def run(self, order):
        number = order["id"]
        with anyio.CancelScope() as scope:
            self.running[number] = scope
            try:
                say(id=number, result=await self.carry_out(order))
            except MCPError as error:
                say(id=number, error={"code": error.error.code, "message": error.error.message})
            except Exception as error:
                say(id=number, error={"code": None, "message": f"{type(error).__name__}: {error}"})
        del self.running[number]
        if scope.cancelled_caught:
            say(id=number, error={"code": None, "message": "cancelled"})

    async def serve(self):
        async with AsyncExitStack() as stack:
            await self.connect(stack)
            say(event="connected", version=self.client.protocol_version)
            async with anyio.create_task_group() as tasks:
                async for line in anyio.wrap_file(sys.stdin):
                    order = json.loads(line)
                    if "question" in order:
                        waiting = self.questions[order["question"]]
                        waiting.update(action=order["action"], content=order.get("content"))
                        waiting["answered"].set()
                    elif order["do"] == "cancel":
                        self.running[order["of"]].cancel()
                    else:
                        tasks.start_soon(self.run, order)
                tasks.cancel_scope.cancel()


anyio.run(Agent(json.loads(sys.argv[1])).serve)
