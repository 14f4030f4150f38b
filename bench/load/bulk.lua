-- A thousand readings a request, one for each millisecond of a second, the devices of the plan in turn. A request of
-- the plan has marks where the second belongs; joining its pieces with the second is one call, whatever their number.
-- A plan may hold each device a second time, with requests that reach into the next second.
-- Arguments: plan file, clock (iso or epoch), first second.

local readings = require("readings")

local devices = {}
local ends = {}
local clock, secondText, nextSecondText
local device, deviceCount = 0, 0

function init(args)
  for i, request in ipairs(readings.loadPlan(args[1])) do
    local start, rest = request:match("^([^\27]*)(.*)$")
    devices[i] = readings.split(start, readings.secondMark)
    if rest ~= "" then ends[i] = readings.split(rest, readings.nextSecondMark) end
  end
  deviceCount = #devices
  clock = args[2]
  lastSecond = tonumber(args[3]) - 1
end

function request()
  if device == 0 then
    lastSecond = lastSecond + 1
    secondText = readings.secondText(clock, lastSecond)
    nextSecondText = readings.secondText(clock, lastSecond + 1)
  end
  device = device % deviceCount + 1
  local request = table.concat(devices[device], secondText)
  if ends[device] ~= nil then request = request .. table.concat(ends[device], nextSecondText) end
  device = device % deviceCount
  return request
end
