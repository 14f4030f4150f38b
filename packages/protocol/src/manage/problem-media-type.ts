/** By itself, because ingest answers problems without the schemas of the management API. */
export const problemMediaType = "application/problem+json";
