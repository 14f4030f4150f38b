import { redisScript } from "../../platform/redis/redis-script.ts";

/** The time argument that makes a script use the clock of Redis. */
export const clockOfRedis = "-1";

/**
 * Reserves calls of a key's window, and starts a window if there is none. Takes the time, the length of a window, the
 * limit, how many calls are wanted, and which part of the remaining calls to reserve if that is more. Returns how many
 * were reserved, how many are reserved in total, when the window ends, and the time.
 */
export const reserveScript = redisScript(`
local now = tonumber(ARGV[1])
if now < 0 then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local window, limit, wanted, part = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local known = redis.call('HMGET', KEYS[1], 'end', 'taken')
local ends, taken = tonumber(known[1] or 0), tonumber(known[2] or 0)
if now >= ends or now <= ends - 2 * window then
  ends, taken = now + window, 0
  redis.call('HSET', KEYS[1], 'end', ends, 'taken', 0)
  redis.call('PEXPIRE', KEYS[1], window)
end
local left = limit - taken
local reserved = math.max(0, math.min(left, math.max(wanted, math.floor(left / part))))
if reserved > 0 then redis.call('HINCRBY', KEYS[1], 'taken', reserved) end
return {reserved, taken + reserved, ends, now}
`);

/** Gives a call back to the window that ends at this time, if the window still exists. */
export const giveBackScript = redisScript(`
local known = redis.call('HMGET', KEYS[1], 'end', 'taken')
if known[1] and tonumber(known[1]) == tonumber(ARGV[1]) and tonumber(known[2]) > 0 then
  redis.call('HINCRBY', KEYS[1], 'taken', -1)
end
return 1
`);
