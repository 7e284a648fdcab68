-- What wrk sends: each request of a file once, in order, then it ends. The path of the file is the
-- first argument; requests in it are separated by a zero byte. The second is how many are sent a second;
-- 0: each as soon as the one before it on its connection is answered.

local ffi = require("ffi")
ffi.cdef [[
  int kill(int pid, int sig);
  int getpid(void);
  typedef struct { long seconds; long nanoseconds; } timespec;
  int clock_gettime(int clock, timespec *time);
]]
local SIGINT = 2
local CLOCK_MONOTONIC = 1
local SETTLE_MS = 200

local requests = {}
local sent = 0
local verified = false

local time = ffi.new("timespec")
local function now_ms()
  ffi.C.clock_gettime(CLOCK_MONOTONIC, time)
  return tonumber(time.seconds) * 1e3 + tonumber(time.nanoseconds) / 1e6
end

-- Wrk asks for a delay wherever a connection is free: it gets the next moment that nobody has. The first of
-- them is when all connections are open: from any earlier one, requests that are late would come all at once.
local function pace(per_second)
  local next_ms
  return function()
    next_ms = (next_ms or now_ms() + SETTLE_MS) + 1e3 / per_second
    return math.max(0, math.floor(next_ms - now_ms() + 0.5))
  end
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for each in file:read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = each
  end
  file:close()
  local per_second = tonumber(args[2])
  if per_second > 0 then delay = pace(per_second) end
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
    '\n{"requests":%d,"micros":%d,"bytes":%d,"status":%d,"socket":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
