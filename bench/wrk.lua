-- Sends prepared requests in turn: line i of the key file with line i of the body file, which is repeated when it is shorter.
-- A line that begins with a slash is a path to get; any other line is a body to post.
local requests = {}
local at = 0

function init(args)
  local bodies = {}
  for body in io.lines(args[2]) do bodies[#bodies + 1] = body end
  for key in io.lines(args[1]) do
    local headers = { ['Authorization'] = 'Bearer ' .. key, ['Content-Type'] = 'application/json' }
    local body = bodies[#requests % #bodies + 1]
    local get = body:sub(1, 1) == '/'
    requests[#requests + 1] = get and wrk.format('GET', body, headers) or wrk.format('POST', nil, headers, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\n{"requests":%d,"durationUs":%d,"bytes":%d,"errors":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
