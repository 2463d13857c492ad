-- What all scripts share: when the load begins, and the line that the harness reads. Loaded with dofile.

-- Node accepts a connection each turn of its loop, so a slow server would let the last of them wait for a second, and
-- that would be its p99. The first request of each connection therefore waits until all are accepted.
local settle = 0.5
local connected = 0
function delay()
  connected = connected + 1
  return connected <= tonumber(os.getenv("CONNECTIONS")) and settle * 1000 or 0
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"rate":%.1f,"p50":%.3f,"p99":%.3f,"errors":%d}\n',
    summary.requests / (summary.duration / 1e6 - settle), latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
