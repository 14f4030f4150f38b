/**
 * Decodes blocks in SQL, for people who read the database without Weir: docs/block-format.md describes every byte. The
 * server itself never calls these functions, because its own code decodes a block in a hundredth of the time.
 *
 * If a block is stored outside its row, every byte that SQL takes from it would fetch the whole block again, so
 * `block_readings` makes a copy first. The function runs as its owner, because people who read the views have no rights
 * on its schema.
 */
export const blockFunctions = `
CREATE FUNCTION weir_store.block_u32(data bytea, at int4) RETURNS int8 LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT get_byte(data, at)::int8 | (get_byte(data, at + 1)::int8 << 8) | (get_byte(data, at + 2)::int8 << 16)
    | (get_byte(data, at + 3)::int8 << 24)
$$;

CREATE FUNCTION weir_store.block_f64(data bytea, at int4) RETURNS float8 LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  high int8 := weir_store.block_u32(data, at + 4);
  fraction int8 := ((high & 1048575) << 32) | weir_store.block_u32(data, at);
  exponent int4 := ((high >> 20) & 2047)::int4;
  size float8;
BEGIN
  IF exponent = 0 AND fraction = 0 THEN RETURN 0; END IF;
  size := CASE WHEN exponent = 0 THEN fraction::float8 * power(2::float8, -1074)
    ELSE (fraction | 4503599627370496)::float8 * power(2::float8, exponent - 1075) END;
  RETURN CASE WHEN high >= 2147483648 THEN -size ELSE size END;
END $$;

CREATE FUNCTION weir_store.block_frames(data bytea, at int4, count int4, base float8, OUT numbers float8[], OUT bytes int4)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  done int4 := 0;
  size int4;
  smallest float8;
  bits int4;
  start int4;
BEGIN
  numbers := '{}';
  bytes := 0;
  WHILE done < count LOOP
    size := least(128, count - done);
    smallest := base + weir_store.block_u32(data, at + bytes);
    bits := weir_store.block_u32(data, at + bytes + 4)::int4;
    start := at + bytes + 8;
    IF bits = 0 THEN
      numbers := numbers || array_fill(smallest, ARRAY[size]);
    ELSE
      -- Two words hold every number, and the second is looked at only where it is needed.
      numbers := numbers || (
        SELECT array_agg(smallest + (((low >> shift) | (high << (32 - shift))) & ((1::int8 << bits) - 1)) ORDER BY nth)
        FROM (
          SELECT nth, (nth * bits) & 31 AS shift, weir_store.block_u32(data, start + ((nth * bits) >> 5) * 4) AS low,
            CASE WHEN ((nth * bits) & 31) + bits > 32
              THEN weir_store.block_u32(data, start + ((nth * bits) >> 5) * 4 + 4) ELSE 0 END AS high
          FROM generate_series(0, size - 1) AS nth
        ) AS words);
    END IF;
    bytes := bytes + 8 + ((size * bits + 31) >> 5) * 4;
    done := done + size;
  END LOOP;
END $$;

CREATE FUNCTION weir_store.block_column(data bytea, at int4, count int4, OUT numbers float8[], OUT next int4)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  form int4 := weir_store.block_u32(data, at)::int4;
  runs int4 := weir_store.block_u32(data, at + 4)::int4;
  base float8 := weir_store.block_f64(data, at + 8);
  start int4 := at + 16;
  bytes int4 := 0;
BEGIN
  CASE form
    WHEN 0 THEN
      numbers := array_fill(base, ARRAY[count]);
    WHEN 1 THEN
      bytes := count;
      numbers := (SELECT array_agg(base + get_byte(data, start + nth) ORDER BY nth) FROM generate_series(0, count - 1) AS nth);
    WHEN 2 THEN
      bytes := count * 2;
      numbers := (
        SELECT array_agg(base + (get_byte(data, start + nth * 2) | (get_byte(data, start + nth * 2 + 1) << 8)) ORDER BY nth)
        FROM generate_series(0, count - 1) AS nth);
    WHEN 4 THEN
      bytes := count * 4;
      numbers := (
        SELECT array_agg(base + weir_store.block_u32(data, start + nth * 4) ORDER BY nth)
        FROM generate_series(0, count - 1) AS nth);
    WHEN 8 THEN
      bytes := count * 8;
      numbers := (
        SELECT array_agg(weir_store.block_f64(data, start + nth * 8) ORDER BY nth) FROM generate_series(0, count - 1) AS nth);
    WHEN 16 THEN
      bytes := ((runs * 4 + 7) & -8) + runs * 8;
      numbers := (
        SELECT array_agg(number ORDER BY run, nth)
        FROM (
          SELECT run, weir_store.block_u32(data, start + run * 4) AS length,
            weir_store.block_f64(data, start + ((runs * 4 + 7) & -8) + run * 8) AS number
          FROM generate_series(0, runs - 1) AS run
        ) AS all_runs CROSS JOIN LATERAL generate_series(1, length) AS nth);
    WHEN 32 THEN
      SELECT frames.numbers, frames.bytes INTO numbers, bytes FROM weir_store.block_frames(data, start, count, base) AS frames;
  END CASE;
  numbers := coalesce(numbers, '{}');
  next := start + ((bytes + 7) & -8);
END $$;

CREATE FUNCTION weir_store.block_readings(block bytea)
RETURNS TABLE (at_us int8, value float8, received_us int8, device_us int8)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ROWS 1000 COST 100000
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  data bytea := block || ''::bytea;
  version int4 := get_byte(data, 0);
  decimals int4 := get_byte(data, 1);
  flags int4 := get_byte(data, 2);
  count int4 := weir_store.block_u32(data, 4)::int4;
  first_us int8 := weir_store.block_f64(data, 8)::int8;
  unit_us int8 := weir_store.block_f64(data, 16)::int8;
  lag_us int8 := 0;
  divisor float8 := 1;
  place int4 := 24;
  steps float8[];
  units float8[];
  arrivals float8[];
  sent float8[];
  offsets float8[];
BEGIN
  IF version NOT IN (1, 2) THEN RAISE 'A block of readings has version %, and this function knows 1 and 2.', version; END IF;
  IF version = 2 THEN
    lag_us := weir_store.block_f64(data, 24)::int8;
    place := 32;
  END IF;
  IF decimals < 255 THEN divisor := ('1e' || decimals)::float8; END IF;
  SELECT numbers, next INTO steps, place FROM weir_store.block_column(data, place, count - 1);
  SELECT numbers, next INTO units, place FROM weir_store.block_column(data, place, count);
  SELECT numbers, next INTO arrivals, place FROM weir_store.block_column(data, place, count);
  IF flags & 2 = 2 THEN SELECT numbers, next INTO sent, place FROM weir_store.block_column(data, place, count); END IF;
  IF flags & 1 = 1 THEN SELECT numbers, next INTO offsets, place FROM weir_store.block_column(data, place, count); END IF;
  RETURN QUERY
    SELECT readings.us, readings.unit / divisor,
      CASE WHEN version = 2 THEN readings.us + readings.arrival::int8 * lag_us ELSE readings.arrival::int8 END,
      CASE WHEN readings.is_sent = 0 THEN NULL ELSE readings.us + readings.device_offset::int8 END
    FROM (
      SELECT first_us + unit_us * sum(columns.step::int8) OVER (ORDER BY columns.nth)::int8 AS us, columns.unit, columns.arrival,
        columns.is_sent, columns.device_offset
      FROM unnest(ARRAY[0::float8] || steps, units, arrivals, sent, offsets) WITH ORDINALITY
        AS columns (step, unit, arrival, is_sent, device_offset, nth)
    ) AS readings;
END $$;
`;
