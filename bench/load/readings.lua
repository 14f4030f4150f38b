-- What both load scripts share: the plan that the benchmark wrote, the clock of the readings, and the result line.
-- Each reading has a time of its own, one millisecond after the one before. Seconds change seldom and are formatted
-- once; times are strings throughout, because Lua would print a large number as 1.75e+12.

local readings = {}

-- Marks in the plan that never occur in a request.
readings.secondMark, readings.valueMark, readings.requestMark = "\30", "\29", "\28"
readings.nextSecondMark = "\27"

function readings.loadPlan(path)
  local file = assert(io.open(path, "rb"))
  local plan = file:read("*a")
  file:close()
  local requests = {}
  for request in plan:gmatch("([^\28]+)\28") do requests[#requests + 1] = request end
  return requests
end

function readings.split(text, mark)
  local parts = {}
  for part in (text .. mark):gmatch("([^" .. mark .. "]*)" .. mark) do parts[#parts + 1] = part end
  return parts
end

function readings.secondText(clock, second)
  if clock == "iso" then return os.date("!%Y-%m-%dT%H:%M:%S.", second) end
  return string.format("%d", second)
end

local loadThread

function setup(thread)
  loadThread = thread
end

-- One line of JSON for the benchmark. `lastSecond` is a global of the script that ran in the load thread.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"durationUs":%d,"connectErrors":%d,"readErrors":%d,"writeErrors":%d,"statusErrors":%d,' ..
    '"timeouts":%d,"p50Us":%d,"p99Us":%d,"lastSecond":%d}',
    summary.requests, summary.duration, errors.connect, errors.read, errors.write, errors.status, errors.timeout,
    latency:percentile(50), latency:percentile(99), loadThread:get("lastSecond")))
end

return readings
