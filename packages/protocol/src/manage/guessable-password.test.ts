import { expect, test } from "bun:test";
import { whyGuessable } from "./guessable-password.ts";

const ada = { email: "ada.lindqvist@riverside.example", name: "Ada Lindqvist" };

test.each([
  ["aaaaaaaaaaaa", "repeats"],
  ["abcabcabcabca", "repeats"],
  ["secretsecret", "repeats"],
  ["ada.lindqvist@riverside.example", "your own"],
  ["Ada_Lindqvist", "your own"],
  ["AdaLindqvist", "your own"],
  ["Password123", "first that anybody tries"],
  ["ＰＡＳＳＷＯＲＤ１２３", "first that anybody tries"],
  ["p@ssw0rd2026!", "first that anybody tries"],
  ["letmein!!11", "first that anybody tries"],
  ["1234567890", "first that anybody tries"],
  ["0987654321", "first that anybody tries"],
  ["qwertyuiop", "first that anybody tries"],
  ["poiuytrewq", "first that anybody tries"],
  ["1q2w3e4r5t", "first that anybody tries"],
])("%p is too easy to guess", (password, reason) => {
  expect(whyGuessable(password, ada)).toContain(reason);
});

test.each([
  "correct horse battery staple",
  "correct-horse-battery",
  "Ada Lindqvist likes pears",
  "password of a long evening",
  "kdj3 9sla x",
  "2718281828459",
  "well, well, whatever",
  "correct horse correct horse",
])("%p is not", (password) => {
  expect(whyGuessable(password, ada)).toBeNull();
});

test("nobody in particular has no name to guess", () => {
  expect(whyGuessable("Ada Lindqvist")).toBeNull();
  expect(whyGuessable("----------!", { email: "", name: "" })).toBeNull();
});
