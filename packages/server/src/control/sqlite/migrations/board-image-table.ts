/** Images that tiles of boards show. They count as bytes of control data, like pictures of devices. */
export const boardImageTable = `
CREATE TABLE board_images (
  board_id INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  uuid TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (board_id, uuid)
) STRICT;
CREATE TRIGGER board_images_bytes_in AFTER INSERT ON board_images BEGIN
  ${count("+ octet_length(NEW.bytes)", "NEW")}
END;
CREATE TRIGGER board_images_bytes_out AFTER DELETE ON board_images BEGIN
  ${count("- octet_length(OLD.bytes)", "OLD")}
END;
CREATE TRIGGER board_images_bytes_change AFTER UPDATE OF bytes ON board_images BEGIN
  ${count("+ octet_length(NEW.bytes) - octet_length(OLD.bytes)", "NEW")}
END;
`;

function count(by: string, row: string): string {
  return `UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${row}.account_id;`;
}
