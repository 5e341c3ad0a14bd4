// The page's words in the language that this browser has chosen.
const LANGUAGES = ["en", "vi"];
let words = {};
export let lang = "en";

function kept() {
  try { return localStorage.getItem("clashbox.lang"); } catch { return null; }
}

/** The word of that key, with {0}, {1} filled in. */
export function t(key, ...values) {
  return (words[key] || key).replace(/\{(\d)\}/g, (_, at) => (values[at] ?? ""));
}

/** Speaks that language from now on; without one the language chosen before, or the laptop's. */
export async function speak(wanted) {
  const next = wanted || kept() || document.documentElement.lang;
  lang = LANGUAGES.includes(next) ? next : "en";
  const answer = await fetch(`/api/words/${lang}`);
  if (answer.ok) words = await answer.json();
  if (wanted) try { localStorage.setItem("clashbox.lang", lang); } catch { /* it is forgotten then */ }
  document.documentElement.lang = lang;
}
