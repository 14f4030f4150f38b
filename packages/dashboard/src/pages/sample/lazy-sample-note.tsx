import { lazyPart } from "../../ui/lazy-part.tsx";

/** The note of sample data, loaded only where there are sample devices. */
export const LazySampleNote = lazyPart(async () => (await import("./sample-note.tsx")).SampleNote);
