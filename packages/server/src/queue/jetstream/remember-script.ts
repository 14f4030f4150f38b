import { redisScript } from "../../platform/redis/redis-script.ts";
import { listNameCharacters, recordCharacters } from "./identity-text.ts";
import { lifetimeSlack } from "./latest-lifetimes.ts";

/** A text of a sensor's latest readings that is longer is moved to lists. */
const latestMax = 16;

/**
 * Remembers identities (identity-text.ts). The keys are those of sensors' latest readings, in groups of arguments:
 *
 *   prefix of keys | maximum length of a list | lifetimes | packed | for each key, the records that are appended to it
 *
 * The lifetimes have 10 digits for each key, in milliseconds. Everything else is packed (`RememberedReadings`):
 *
 *   x | sensor | lifetime       extends the lifetime of the latest readings
 *   l | sensor | list in 9 digits | lifetime | length of the records in 8 digits | records
 *   b | sensor | list in 9 digits | lifetime | length of the block in 8 digits | block (identity-blocks.ts)
 *   u | sensor | value | lifetime | first arrival
 *
 * A reading is appended to the latest ones of its sensor, in any order: one command for nearly every reading. When they
 * get too many, they are moved to lists, and only the newest stays as well. The key of the latest lives a quarter longer
 * than its readings, so that its lifetime need not be extended for each of them. No lifetime gets shorter there. Past
 * its maximum length, a list starts again with the new records.
 *
 * Keys and records are arguments of their own because cutting them out of one text takes the script twice as long.
 */
export const rememberScript = redisScript(`
local prefix, longest, lifetimes, packed = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local keys, args, call, sub, byte = KEYS, ARGV, redis.call, string.sub, string.byte
local width, shortName = ${recordCharacters}, ${listNameCharacters}
local full = ${latestMax} * width

local function addToList(key, records, ms)
  if call('APPEND', key, records) > longest then call('SET', key, records, 'PX', ms) else call('PEXPIRE', key, ms) end
end

local function moveToLists(key, ms)
  local all, start, newest, latestTime, name = call('GET', key), 1, 1, '', nil
  local list = prefix .. 'l' .. sub(key, -6)
  for at = 1, #all, width do
    local time = sub(all, at, at + 17)
    local itsName = sub(time, 1, shortName)
    if name and itsName ~= name then
      addToList(list .. name, sub(all, start, at - 1), ms)
      start = at
    end
    if time > latestTime then newest, latestTime = at, time end
    name = itsName
  end
  addToList(list .. name, sub(all, start), ms)
  call('SET', key, sub(all, newest, newest + width - 1), 'KEEPTTL')
end

for i = 1, #keys do
  local key, records = keys[i], args[i + 4]
  local length = call('APPEND', key, records)
  if length == #records or length > full then
    local ms = tonumber(sub(lifetimes, 10 * i - 9, 10 * i))
    if length > full then moveToLists(key, ms) else call('PEXPIRE', key, math.floor(ms * ${lifetimeSlack})) end
  end
end

local at = 1
while at <= #packed do
  local kind = byte(packed, at)
  if kind == 120 then
    local ms = tonumber(sub(packed, at + 7, at + 16))
    call('PEXPIRE', prefix .. 's' .. sub(packed, at + 1, at + 6), math.floor(ms * ${lifetimeSlack}), 'GT')
    at = at + 17
  elseif kind == 108 or kind == 98 then
    local key, start = prefix .. sub(packed, at, at + 15), at + 34
    local behind = start + tonumber(sub(packed, at + 26, at + 33))
    addToList(key, sub(packed, start, behind - 1), tonumber(sub(packed, at + 16, at + 25)))
    at = behind
  else
    local key = prefix .. sub(packed, at, at + 18)
    call('SET', key, sub(packed, at + 29, at + 43), 'PX', tonumber(sub(packed, at + 19, at + 28)))
    at = at + 44
  end
end
return 1
`);
