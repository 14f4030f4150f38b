import type { DropReason } from "../drop-reasons.ts";
import { type Section, table } from "./blocks.ts";
import { type Html, html } from "./html.ts";

/** A drop reason by its key. If a reason is renamed in the table, the old name does not compile here. */
function dropped(reason: DropReason): Html {
  return html`<code>${reason}</code>`;
}

/** Strict or lenient, duplicates, and time: the rules that no schema can express. */
export const rulesSections: readonly Section[] = [
  {
    id: "handling",
    title: "Strict and lenient handling",
    body: html`<p><strong>Strict is the default.</strong> A reading with an invalid value or timestamp, or without a sensor, rejects the whole request with a 422 that names every field to fix, at most 100. Nothing of it is accepted, so you can fix it and send all of it again. Unknown sensors, wrong shapes and future timestamps are dropped individually and counted in <code>rejected</code>; the other readings are accepted.</p>
<p><strong>Lenient is for devices in the field</strong> that cannot repair their buffer and must not be stuck on one bad entry. Readings with an invalid value or timestamp, or without a sensor, are dropped individually, too, and counted in <code>rejected</code>; the others are accepted. Ask for it per request with <code>Prefer: handling=lenient</code>, and the answer says <code>Preference-Applied: handling=lenient</code>. Or set it for the device: <code>weir device update DEVICE_UUID --handling lenient</code>.</p>
${table(
  "The same problem under both",
  ["Problem", "Strict", "Lenient"],
  [
    [html`No <code>value</code>`, html`422`, dropped("dropped_missing_value")],
    [html`<code>value</code> is not a finite number`, html`422`, dropped("dropped_invalid_value")],
    [html`<code>timestamp</code> is not ISO 8601`, html`422`, dropped("dropped_invalid_timestamp")],
    [html`No sensor named in a batch entry`, html`422`, dropped("dropped_missing_identifier")],
    [html`Metadata over 4 KiB`, html`422`, dropped("dropped_metadata_too_large")],
    [html`<code>data</code> missing or empty, bad <code>battery_voltage</code>`, html`422`, html`422`],
    [
      html`Unknown sensor beside known ones, wrong shape, future timestamp, timestamp corrected out of range`,
      html`dropped`,
      html`dropped`,
    ],
  ],
)}`,
  },
  {
    id: "duplicates",
    title: "Duplicates: sending again is safe",
    body: html`<p>When in doubt, send again. Repeated readings are recognized, counted in <code>duplicates</code>, and treated as success. If everything is a repeat, the answer is still 202, with <code>accepted</code> 0. A duplicate never appears in <code>rejected</code>.</p>
<ul>
<li><strong>With a timestamp</strong>, a repeat is the same sensor, the same value and the same timestamp as sent. It is recognised for 24 hours. Readings with different timestamps are never duplicates of each other, however equal their values.</li>
<li><strong>Without a timestamp</strong>, a repeat is the same value for the same sensor within 60 seconds of the accepted one. A steady sensor that sends every 10 seconds without timestamps therefore keeps one reading a minute.</li>
<li>Metadata does not matter: the same reading with other metadata is a repeat.</li>
</ul>
<p class="note">To keep every sample, and to make resending safe for a whole day, send timestamps. Both windows are the defaults; the server’s operator can change them.</p>
`,
  },
  {
    id: "clock",
    title: "Time and clocks",
    body: html`<ul>
<li><strong>No clock?</strong> Leave <code>timestamp</code> out, or send null. The reading gets the time its request arrives. Several readings without timestamps in one request keep their order: the first gets the time of arrival, and each further one a microsecond more, counted through the whole request. The last of them is the sensor’s current value.</li>
<li><strong>A good clock?</strong> Send ISO 8601, best in UTC: <code>2026-03-14T09:26:53Z</code>. An offset such as <code>+01:00</code> works; without a zone it is UTC; a date alone is midnight UTC. Years 1970 to 9999, kept to the microsecond.</li>
<li><strong>A clock that drifts?</strong> Send the <code>Date</code> header with the device’s own time. If it is more than 2 seconds off, either way, every timestamp of the request is moved by the difference. The time the device sent is kept beside the corrected one. A timestamp that this moves out of the years 1970 to 9999 is dropped as ${dropped("dropped_invalid_timestamp")}.</li>
<li><strong>Ahead of the server</strong> by at most 5 seconds, after that correction: the reading keeps its time. Further ahead: it is dropped as ${dropped("dropped_future_timestamp")}. The 5 seconds are a default that the server’s operator can change.</li>
</ul>
`,
  },
];
