-- A thousand readings a request, one for each millisecond of a second, the devices of the plan in turn. A request of
-- the plan has marks where the second belongs; joining its pieces with the second is one call, whatever their number.
-- Arguments: plan file, clock (iso or epoch), first second.

local readings = require("readings")

local devices = {}
local clock, secondText
local device, deviceCount = 0, 0

function init(args)
  for i, request in ipairs(readings.loadPlan(args[1])) do
    devices[i] = readings.split(request, readings.secondMark)
  end
  deviceCount = #devices
  clock = args[2]
  lastSecond = tonumber(args[3]) - 1
end

function request()
  if device == 0 then
    lastSecond = lastSecond + 1
    secondText = readings.secondText(clock, lastSecond)
  end
  local pieces = devices[device + 1]
  device = (device + 1) % deviceCount
  return table.concat(pieces, secondText)
end
