import { redisScript } from "../../platform/redis/redis-script.ts";
import { listNameCharacters, recordCharacters } from "./identity-text.ts";

/** A text of a sensor's latest readings that is longer is moved to lists. */
const latestMax = 16;

/**
 * Remembers identities (identity-text.ts). The arguments are the prefix of keys, the maximum length of a list, and what
 * to remember, packed (`RememberedReadings`):
 *
 *   s | sensor | x if the key's lifetime must be extended | lifetime ms in 10 digits | number of records | records
 *   l | sensor | list in 9 digits | lifetime ms in 10 digits | length of the records in 8 digits | records
 *   u | sensor | value | lifetime ms in 10 digits | first arrival
 *
 * A reading is appended to the latest ones of its sensor, in any order: one command for nearly every reading. When they
 * get too many, all but the newest are moved to lists. The key of the latest lives a quarter longer than its
 * readings, so that its lifetime need not be extended for each of them. No lifetime gets shorter there. Past its
 * maximum length, a list starts again with the new records.
 */
export const rememberScript = redisScript(`
local prefix, longest, packed = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local call, sub, byte = redis.call, string.sub, string.byte
local width, shortName = ${recordCharacters}, ${listNameCharacters}

local function addToList(key, records, ms)
  if call('APPEND', key, records) > longest then call('SET', key, records, 'PX', ms) else call('PEXPIRE', key, ms) end
end

local function moveToLists(key, sensor, ms)
  local all, newest, lists = call('GET', key), 1, {}
  for at = 1 + width, #all, width do
    if sub(all, at, at + 17) > sub(all, newest, newest + 17) then newest = at end
  end
  for at = 1, #all, width do
    local name = sub(all, at, at + shortName - 1)
    if at ~= newest then lists[name] = (lists[name] or '') .. sub(all, at, at + width - 1) end
  end
  for name, records in pairs(lists) do addToList(prefix .. 'l' .. sensor .. name, records, ms) end
  local left = call('PTTL', key)
  call('SET', key, sub(all, newest, newest + width - 1), 'PX', math.max(left, math.floor(ms * 1.25)))
end

local at = 1
while at <= #packed do
  local kind = byte(packed, at)
  if kind == 115 then
    local key, start = prefix .. sub(packed, at, at + 6), at + 19
    local behind = start + width * (byte(packed, at + 18) - 48)
    local length = call('APPEND', key, sub(packed, start, behind - 1))
    local isFull, isFirst = length > width * ${latestMax}, length == behind - start
    if isFull or isFirst or byte(packed, at + 7) == 120 then
      local ms = tonumber(sub(packed, at + 8, at + 17))
      if isFirst then call('PEXPIRE', key, math.floor(ms * 1.25))
      elseif not isFull then call('PEXPIRE', key, math.floor(ms * 1.25), 'GT')
      else moveToLists(key, sub(packed, at + 1, at + 6), ms) end
    end
    at = behind
  elseif kind == 108 then
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
