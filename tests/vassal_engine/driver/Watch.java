package driver;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.awt.Component;
import java.awt.Container;
import java.awt.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JTextField;
import javax.swing.Timer;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/** Notes what the engine complains of, and answers the dialogs that it opens. */
final class Watch {
  private static final List<String> ANSWERS = List.of("Finish", "OK", "Yes", "Close", "Next >", "Next", "No", "Cancel");
  private static final String TYPED = "7";
  private static final String TYPED_INSTEAD = "8";

  final List<Object> dialogs = Collections.synchronizedList(new ArrayList<>());
  final List<Object> errors = Collections.synchronizedList(new ArrayList<>());
  private final Set<Window> answered = Collections.newSetFromMap(new IdentityHashMap<>());
  private final String side;

  Watch(String side) {
    this.side = side;
    listen();
    new Timer(150, event -> look()).start();
  }

  static boolean dialogOpen() {
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && window instanceof JDialog dialog && dialog.isModal()) {
        return true;
      }
    }
    return false;
  }

  static <T> List<T> within(Component top, Class<T> kind) {
    final List<T> found = new ArrayList<>();
    if (kind.isInstance(top)) {
      found.add(kind.cast(top));
    }
    if (top instanceof Container container) {
      for (final Component part : container.getComponents()) {
        found.addAll(within(part, kind));
      }
    }
    return found;
  }

  private void listen() {
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
          final String thrown = event.getThrowableProxy() == null ? "" : " | " + event.getThrowableProxy().getMessage();
          errors.add(event.getLevel() + " " + event.getFormattedMessage() + thrown);
        }
      }
    };
    appender.setContext(context);
    appender.start();
    final ch.qos.logback.classic.Logger root = context.getLogger("ROOT");
    root.detachAndStopAllAppenders();
    root.addAppender(appender);
  }

  private void look() {
    for (final Window window : Window.getWindows()) {
      if (!window.isShowing()) {
        answered.remove(window);
      }
      else if (window instanceof JDialog dialog && dialog.isModal() && answered.add(window)) {
        final List<Object> words = words(dialog);
        dialogs.add(Json.object("title", dialog.getTitle(), "text", words, "answer", fill(dialog)));
        close(dialog);
      }
    }
  }

  /** Takes our side, or else another choice than the one shown; types a number; tells what was taken. */
  private String fill(JDialog dialog) {
    String taken = "";
    for (final JComboBox<?> box : within(dialog, JComboBox.class)) {
      box.setSelectedIndex((box.getSelectedIndex() + 1) % box.getItemCount());
      box.setSelectedItem(side);
      taken = String.valueOf(box.getSelectedItem());
    }
    for (final JTextField field : within(dialog, JTextField.class)) {
      taken = TYPED.equals(field.getText()) ? TYPED_INSTEAD : TYPED;
      field.setText(taken);
    }
    return taken;
  }

  private void close(JDialog dialog) {
    for (final String answer : ANSWERS) {
      for (final JButton button : within(dialog, JButton.class)) {
        if (answer.equalsIgnoreCase(button.getText()) && button.isEnabled() && button.isShowing()) {
          answered.remove(dialog);
          button.doClick(0);
          return;
        }
      }
    }
    dialog.dispose();
  }

  private static List<Object> words(JDialog dialog) {
    final List<Object> words = new ArrayList<>();
    within(dialog.getContentPane(), JLabel.class).forEach(label -> words.add(label.getText()));
    within(dialog.getContentPane(), JTextComponent.class).forEach(text -> words.add(text.getText()));
    within(dialog.getContentPane(), AbstractButton.class).forEach(button -> words.add("[" + button.getText() + "]"));
    words.removeIf(word -> word == null || word.toString().isBlank() || "[]".equals(word) || "[null]".equals(word));
    return words;
  }
}
