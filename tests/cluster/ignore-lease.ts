/** Loaded before Weir. Makes a member act without its lease, to show that tests notice it. */
import { Lease } from "../../packages/server/src/installation/cluster/lease.ts";

Lease.prototype.isHeld = () => true;
