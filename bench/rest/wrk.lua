-- What wrk sends: each request of a file once, in order, then it ends. The path of the file is the
-- first argument; requests in it are separated by a zero byte.

local ffi = require("ffi")
ffi.cdef [[
  int kill(int pid, int sig);
  int getpid(void);
]]
local SIGINT = 2

local requests = {}
local sent = 0
local verified = false

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for each in file:read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = each
  end
  file:close()
end

function request()
  -- wrk asks for one request before it begins, to look at it.
  if not verified then
    verified = true
    return requests[1]
  end
  sent = sent + 1
  if sent > #requests then
    -- The thread stops, and the signal ends the wait of the main one. Until then nothing is sent:
    -- a request too many would be one too many for its key as well.
    wrk.thread:stop()
    ffi.C.kill(ffi.C.getpid(), SIGINT)
    return ""
  end
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"micros":%d,"bytes":%d,"status":%d,"socket":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
