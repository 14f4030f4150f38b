/** Loaded before Weir. Makes the process use the clock of the test that started it. */
import { openSync, readSync } from "node:fs";
import { clockFileVariable } from "./shifted-clock.ts";

const file = openSync(process.env[clockFileVariable]!, "r");
const ahead = new Float64Array(1);
const machineNow = Date.now;

Date.now = () => {
  readSync(file, ahead, 0, 8, 0);
  return machineNow() + ahead[0]!;
};
