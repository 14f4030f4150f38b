/** How the dashboard shows times and colors to a person. A null time zone follows the browser. */
export const preferenceColumns = `
ALTER TABLE users ADD COLUMN time_zone TEXT;
ALTER TABLE users ADD COLUMN time_format TEXT NOT NULL DEFAULT 'auto' CHECK (time_format IN ('auto', '12h', '24h'));
ALTER TABLE users ADD COLUMN theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark'));
`;
