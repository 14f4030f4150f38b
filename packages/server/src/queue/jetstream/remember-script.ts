import { redisScript } from "../../platform/redis/redis-script.ts";

/** What `rememberScript` does with a key. */
export const rememberAs = { newest: "n", list: "l", value: "v" } as const;

/**
 * Remembers identities. The first argument is the maximum length of a list: past it, the list starts again with the new
 * records. Then each key has three arguments: its kind (`rememberAs`), a text, and its lifetime in milliseconds.
 */
export const rememberScript = redisScript(`
local longest = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local kind, text, ms = ARGV[3 * i - 1], ARGV[3 * i], ARGV[3 * i + 1]
  local isKept = false
  if kind == 'n' then
    local known = redis.call('GET', key)
    isKept = known and tonumber(known) >= tonumber(text)
  elseif kind == 'l' and redis.call('STRLEN', key) + #text <= longest then
    redis.call('APPEND', key, text)
    isKept = true
  end
  if isKept then redis.call('PEXPIRE', key, ms) else redis.call('SET', key, text, 'PX', ms) end
end
return 1
`);
