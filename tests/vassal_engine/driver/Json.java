package driver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values as JSON, one line each. */
final class Json {
  private Json() {}

  static Map<String, Object> object(Object... keysAndValues) {
    final Map<String, Object> made = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      made.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return made;
  }

  static String text(Object value) {
    final StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (final Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(before);
        quote(out, String.valueOf(entry.getKey()));
        out.append(':');
        write(out, entry.getValue());
        before = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    }
    else if (value instanceof List<?> list) {
      String before = "[";
      for (final Object item : list) {
        out.append(before);
        write(out, item);
        before = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    }
    else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    }
    else {
      quote(out, value.toString());
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (final char sign : text.toCharArray()) {
      if (sign == '"' || sign == '\\') {
        out.append('\\').append(sign);
      }
      else if (sign < 32) {
        out.append(String.format("\\u%04x", (int) sign));
      }
      else {
        out.append(sign);
      }
    }
    out.append('"');
  }
}
