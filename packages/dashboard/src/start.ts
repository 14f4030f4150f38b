import { askForPage } from "./app/first-requests.ts";
import "./styles.css";

// The page asks for what it shows while the rest of its code, which is ten times as much, is still loading.
const answers = askForPage(location.pathname);
void import("./main.tsx").then(({ draw }) => draw(answers));
