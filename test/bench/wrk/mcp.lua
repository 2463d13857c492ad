-- Sends the messages of the file BODIES as an MCP client does, one after the other and again, to TARGET.
dofile("test/bench/wrk/measure.lua")
local headers = {
  ["content-type"] = "application/json",
  ["accept"] = "application/json, text/event-stream",
  ["mcp-protocol-version"] = "2026-07-28",
  ["mcp-method"] = "tools/call",
  ["mcp-name"] = "notes_show",
  authorization = "Bearer " .. os.getenv("TOKEN"),
}
local requests = {}
local count = 0

-- The address is known only here, not when the file is read.
function init()
  for line in io.lines(os.getenv("BODIES")) do
    requests[#requests + 1] = wrk.format("POST", os.getenv("TARGET"), headers, line)
  end
end

function request()
  count = count + 1
  return requests[count % #requests + 1]
end
