import { text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Images that tiles of boards show, as in control.db. */
export const boardImageTable = `
CREATE TABLE board_images (
  board_id ${whole} NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  uuid ${text} NOT NULL,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  media_type ${text} NOT NULL,
  bytes bytea NOT NULL,
  created_at ${whole} NOT NULL,
  PRIMARY KEY (board_id, uuid)
);
${counted("in", "INSERT", "+ octet_length(NEW.bytes)", "NEW")}
${counted("out", "DELETE", "- octet_length(OLD.bytes)", "OLD")}
${counted("change", "UPDATE OF bytes", "+ octet_length(NEW.bytes) - octet_length(OLD.bytes)", "NEW")}
${ownRows("board_images")}
`;

function counted(name: string, when: string, by: string, row: "NEW" | "OLD"): string {
  return `
CREATE FUNCTION board_images_bytes_${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${row}.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER board_images_bytes_${name} AFTER ${when} ON board_images FOR EACH ROW
  EXECUTE FUNCTION board_images_bytes_${name}();`;
}
