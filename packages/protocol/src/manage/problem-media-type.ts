/** In a file of its own, because ingest answers with problems but does not load the schemas of the management API. */
export const problemMediaType = "application/problem+json";
