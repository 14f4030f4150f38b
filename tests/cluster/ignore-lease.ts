/** Loaded before Weir, makes a member act whether it holds its lease or not. Shows that tests would notice. */
import { Lease } from "../../packages/server/src/installation/cluster/lease.ts";

Lease.prototype.isHeld = () => true;
