/**
 * Loaded before Weir. For a process that gets SIGUSR2, a minute passes at once, on the clock by which it measures how long clients
 * take. Times of readings and timers are not affected.
 */
const now = performance.now.bind(performance);
let aheadMs = 0;
performance.now = () => now() + aheadMs;
process.on("SIGUSR2", () => {
  aheadMs += 60_000;
});
