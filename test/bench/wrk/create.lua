-- Each request sends a message of its own: a new clientMessageId, the next of the first USED chats of the file CHATS, one of eight actors.
dofile("test/bench/wrk/measure.lua")
local chats = {}
for line in io.lines(os.getenv("CHATS")) do chats[#chats + 1] = line end
local used = math.min(tonumber(os.getenv("USED") or "1000"), #chats)
local run = os.getenv("RUN")
local headers = { ["content-type"] = "application/json", authorization = "Bearer " .. os.getenv("TOKEN") }
local content = string.rep("The quick brown fox jumps over. ", 4)

local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

local count = 0
function request()
  count = count + 1
  -- The threads begin in different chats, else they would go through them side by side.
  local chat = chats[(count + id * 500) % used + 1]
  local body = string.format('{"chatId":"%s","clientMessageId":"%s-%d-%d","actorId":"actor-%d","content":"%s"}',
    chat, run, id, count, count % 8, content)
  return wrk.format("POST", "/api/v1/chats/messages/create", headers, body)
end
