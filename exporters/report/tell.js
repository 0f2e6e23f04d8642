"use strict";
// What the scripts say, in the language of the page: as it stands here where nobody has translated it.

const tell = (() => {
  const source = document.querySelector("#words"), words = source ? JSON.parse(source.textContent) : {};
  return (text, values = {}) => (words[text] || text).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
})();
