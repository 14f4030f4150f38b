import { z } from "zod";
import { shortNameShape } from "../short-name-shape.ts";

export const shortName = z
  .string()
  .regex(shortNameShape, 'must be 1 to 64 letters A-Z or a-z, digits, "_" and "-"');
