/** The 429 for clients that did not ask for JSON: a small page, as the contract promises. */
export function tooManyPage(message: string, retryAfterS: number): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${message}</title></head>
<body>
<h1>${message}</h1>
<p>The rate limit is reached. Try again in ${retryAfterS} s.</p>
<p>Send <code>Accept: application/json</code> to get this answer as JSON.</p>
</body>
</html>
`;
}
