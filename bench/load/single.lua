-- One reading a request, the devices of the plan in turn.
-- Arguments: plan file, clock (iso or epoch), first second.

local readings = require("readings")

local devices, values, milliseconds = {}, {}, {}
local clock, secondText
local device, deviceCount, value, millisecond = 0, 0, 0, 1000

function init(args)
  for i, request in ipairs(readings.loadPlan(args[1])) do
    local head, rest = unpack(readings.split(request, readings.valueMark))
    local middle, tail = unpack(readings.split(rest, readings.secondMark))
    devices[i] = { head, middle, tail }
  end
  for i = 0, 999 do milliseconds[i] = string.format("%03d", i) end
  for i = 0, 996 do values[i] = string.format("%02d.%02d", 10 + i % 80, i % 89) end
  deviceCount = #devices
  clock = args[2]
  lastSecond = tonumber(args[3]) - 1
end

function request()
  if millisecond == 1000 then
    millisecond = 0
    lastSecond = lastSecond + 1
    secondText = readings.secondText(clock, lastSecond)
  end
  local parts = devices[device + 1]
  local text = parts[1] .. values[value] .. parts[2] .. secondText .. milliseconds[millisecond] .. parts[3]
  device = (device + 1) % deviceCount
  value = (value + 1) % 997
  millisecond = millisecond + 1
  return text
end
