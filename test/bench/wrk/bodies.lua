-- Sends the lines of the file BODIES, one after the other and again, to TARGET.
dofile("test/bench/wrk/measure.lua")
local headers = { ["content-type"] = "application/json", authorization = "Bearer " .. os.getenv("TOKEN") }
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
