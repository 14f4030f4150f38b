/** Loaded before Weir. Makes it store a few readings a microsecond later than they were sent. */
import { SavedReadings } from "../../../packages/server/src/store/readings/saved-readings.ts";

const everyNth = 200;
const { add } = SavedReadings.prototype;
let added = 0;

SavedReadings.prototype.add = function (sensorId, atUs, ...rest) {
  const isMoved = ++added % everyNth === 0;
  add.call(this, sensorId, isMoved ? atUs + 1 : atUs, ...rest);
};
