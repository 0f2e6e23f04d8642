package driver;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Map;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.build.module.map.MenuDisplayer;
import VASSAL.counters.GamePiece;
import VASSAL.launch.Player;
import VASSAL.launch.StandardConfig;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.Action;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JTextPane;
import javax.swing.MenuElement;
import javax.swing.SwingUtilities;

/**
 * Plays VASSAL by lines of commands: {@code java driver.Driver MODULE SIDE}, commands on standard input, their words parted by tabs.
 * Each command is answered by one line of JSON: what the table then holds, and every dialog and complaint since the last answer.
 */
final class Driver {
  private static final int PATIENCE = 600;
  /** How often a map is painted until all its tiles, which load beside, are there. */
  private static final int TILES_ARRIVE = 5;

  private final Robot robot;
  private final Watch watch;
  private final PrintStream out;

  /** The engine's player, which asks nobody for a name and opens no wizard. */
  private static final class Game extends Player {
    private Game(String module) {
      super(new String[] {"--standalone", "--load", module});
    }

    @Override
    protected void launch() throws IOException {
      GameModule.init(createModule(createDataArchive()));
      createExtensionsLoader().addTo(GameModule.getGameModule());
      final GameModule module = GameModule.getGameModule();
      module.getPrefs().setValue(GameModule.REAL_NAME, Table.ME);
      module.getPasswordConfigurer().setValue(Table.ME);
      GameModule.setUserId(Table.ME);
      module.getPrefs().setValue(BasicLogger.PROMPT_NEW_LOG_START, Boolean.FALSE);
      module.getPrefs().setValue(BasicLogger.PROMPT_NEW_LOG_END, Boolean.FALSE);
      module.getPlayerWindow().setVisible(true);
    }
  }

  private Driver(String side, PrintStream out) throws Exception {
    this.out = out;
    watch = new Watch(side);
    robot = new Robot();
    robot.setAutoDelay(50);
  }

  public static void main(String[] words) throws Exception {
    final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Info.setConfig(new StandardConfig());
    final Driver driver = new Driver(words[1], out);
    new Game(words[0]);
    settle();
    final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        driver.obey(line.split("\t"));
      }
    }
    catch (Exception e) {
      // The windows would keep the program waiting for ever.
      e.printStackTrace(out);
      Runtime.getRuntime().halt(1);
    }
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private void obey(String[] words) throws Exception {
    final Object told = answer(words);
    settle();
    final Object[] table = new Object[1];
    onScreen(() -> table[0] = Table.everything());
    out.println(Json.text(Json.object(
      "command", String.join(" ", words), "told", told, "table", table[0], "dialogs", watch.dialogs, "errors", watch.errors
    )));
    watch.dialogs.clear();
    watch.errors.clear();
  }

  private Object answer(String[] words) throws Exception {
    switch (words[0]) {
    case "setup": return setUp();
    case "load": return load(new File(words[1]));
    case "step": return step(Integer.parseInt(words[1]));
    case "save": onScreen(() -> GameModule.getGameModule().getGameState().saveGame(new File(words[1]))); return null;
    case "press": return press(words[1]);
    case "drag": return drag(Table.named(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    case "menu": return choose(Table.named(words[1]), words[2]);
    case "offers": return offers(Table.named(words[1]), words[2]);
    case "undo": onScreen(() -> ((Action) ofLogger("undoAction")).actionPerformed(null)); return null;
    case "look": return look(Table.named(words[1]));
    case "paint": return paint(words[1], new File(words[2]));
    case "shot": return shot(words[1]);
    case "chat": return chat();
    default: return played(words);
    }
  }

  /** What is played by the engine's own commands. */
  private static Object played(String[] words) throws Exception {
    final Object[] told = new Object[1];
    onScreen(() -> told[0] = play(words));
    return told[0];
  }

  private static Object play(String[] words) throws Exception {
    switch (words[0]) {
    case "log": return Play.log(new File(words[1]));
    case "endlog": return Play.endLog();
    case "say": return Play.say(words[1]);
    case "set": return Play.set(words[1], words[2]);
    case "turn": return Play.turnTo(words[1]);
    case "carry": return Play.carry(Table.named(words[1]), words[2], words[3]);
    case "take": return Play.take(words[1], words[2], words[3]);
    case "deal": return Play.deal(words[1], words[2], words[3], words[4]);
    case "deck": return Play.ofDeck(words[1], words[2]);
    case "inside": return Play.inside(words[1]);
    default: throw new IllegalArgumentException("no such command: " + words[0]);
    }
  }

  private Object setUp() throws Exception {
    for (final PredefinedSetup each : GameModule.getGameModule().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!each.isMenu()) {
        onScreen(each::launch);
        waitForGame();
        return each.getConfigureName();
      }
    }
    return null;
  }

  private static Object load(File file) throws Exception {
    final GameModule module = GameModule.getGameModule();
    onScreen(() -> {
      module.getGameState().setModified(false);
      module.getGameState().loadGame(file, false, true);
    });
    waitForGame();
    return module.getGameState().isGameStarted();
  }

  private static void waitForGame() throws Exception {
    for (int i = 0; i < PATIENCE && !GameModule.getGameModule().getGameState().isGameStarted(); i++) {
      Thread.sleep(100);
    }
    Thread.sleep(1000);
  }

  /** Steps through a log: so many steps, or all of them for a negative number. Tells how many there were. */
  private static Object step(int most) throws Exception {
    final BasicLogger logger = GameModule.getGameModule().getBasicLogger();
    final Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    int done = 0;
    for (; logger.isReplaying() && done != most; done++) {
      onScreen(() -> step.invoke(logger));
    }
    return done;
  }

  /** What the chat window shows. */
  private static Object chat() throws Exception {
    final JTextPane shown = Watch.within(GameModule.getGameModule().getChatter(), JTextPane.class).get(0);
    final String[] text = new String[1];
    onScreen(() -> text[0] = shown.getDocument().getText(0, shown.getDocument().getLength()));
    return text[0];
  }

  private static Object ofLogger(String name) throws Exception {
    final Field field = BasicLogger.class.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(GameModule.getGameModule().getBasicLogger());
  }

  private static Object press(String label) throws Exception {
    for (final Window window : Window.getWindows()) {
      for (final AbstractButton button : Watch.within(window, AbstractButton.class)) {
        if (!button.isShowing()) {
          continue;
        }
        final AbstractButton meant = label.equals(button.getText()) ? button : inMenu(button, label);
        if (meant != null) {
          SwingUtilities.invokeLater(meant::doClick);
          Thread.sleep(500);
          return meant.isEnabled();
        }
      }
    }
    return null;
  }

  /** The item of that name in the menu that a button of the toolbar opens; null if it opens none, or has none so called. */
  private static AbstractButton inMenu(AbstractButton button, String label) {
    if (!(button.getClientProperty(ToolbarMenu.MENU_PROPERTY) instanceof JPopupMenu menu)) {
      return null;
    }
    for (final Component item : menu.getComponents()) {
      if (item instanceof JMenuItem entry && label.equals(entry.getText())) {
        return entry;
      }
    }
    return null;
  }

  /** Drags a counter with the mouse, and tells where it then lies. */
  private Object drag(GamePiece piece, int right, int down) throws Exception {
    final Point from = onDisplay(piece);
    robot.mouseMove(from.x, from.y);
    robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    for (int part = 1; part <= 10; part++) {
      robot.mouseMove(from.x + right * part / 10, from.y + down * part / 10);
    }
    Thread.sleep(200);
    robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    settle();
    return Table.piece(piece);
  }

  /** Puts the mouse upon a counter and waits until the stack viewer opens. */
  private Object look(GamePiece piece) throws Exception {
    final Point at = onDisplay(piece);
    robot.mouseMove(at.x - 3, at.y - 3);
    robot.mouseMove(at.x, at.y);
    Thread.sleep(2500);
    return Table.piece(piece);
  }

  private static Point onDisplay(GamePiece piece) throws Exception {
    onScreen(() -> piece.getMap().centerAt(piece.getPosition()));
    settle();
    final Point point = piece.getMap().mapToComponent(piece.getPosition());
    SwingUtilities.convertPointToScreen(point, piece.getMap().getView());
    return point;
  }

  /** Chooses a command of a counter's menu; false if the menu has none of this name. */
  private static Object choose(GamePiece piece, String command) throws Exception {
    final boolean[] found = new boolean[1];
    onScreen(() -> found[0] = click(MenuDisplayer.createPopup(piece), command));
    return found[0];
  }

  private static boolean click(MenuElement menu, String command) {
    for (final MenuElement part : menu.getSubElements()) {
      if (part instanceof JMenuItem item && !(part instanceof JMenu) && command.equals(item.getText())) {
        item.doClick(0);
        return true;
      }
      if (click(part, command)) {
        return true;
      }
    }
    return false;
  }

  /** The commands in those submenus of a counter's menu whose titles begin so. */
  private static Object offers(GamePiece piece, String title) throws Exception {
    final List<Object> found = new ArrayList<>();
    onScreen(() -> {
      for (final MenuElement part : MenuDisplayer.createPopup(piece).getSubElements()) {
        if (part instanceof JMenu menu && menu.getText().startsWith(title)) {
          for (int i = 0; i < menu.getItemCount(); i++) {
            found.add(menu.getItem(i).getText());
          }
        }
      }
    });
    return found;
  }

  private Object shot(String file) throws Exception {
    Thread.sleep(800);
    final Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
    return ImageIO.write(robot.createScreenCapture(screen), "png", new File(file));
  }

  /** Paints a whole map at its full size, as the screen would show it. */
  private static Object paint(String name, File file) throws Exception {
    final Map map = Map.getMapList().stream().filter(each -> name.equals(each.getMapName())).findFirst().orElseThrow();
    if (map.getZoomer() != null) {
      onScreen(() -> map.getZoomer().setZoomFactor(1.0));
      settle();
    }
    final Dimension size = map.mapSize();
    final BufferedImage picture = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < TILES_ARRIVE; i++) {
      onScreen(() -> {
        final Graphics2D pen = picture.createGraphics();
        pen.setClip(0, 0, size.width, size.height);
        map.paintRegion(pen, new Rectangle(size), map.getView());
        pen.dispose();
      });
      Thread.sleep(800);
    }
    return ImageIO.write(picture, "png", file);
  }

  private interface Deed {
    void run() throws Exception;
  }

  private static void onScreen(Deed deed) throws Exception {
    final Exception[] thrown = new Exception[1];
    SwingUtilities.invokeAndWait(() -> {
      try {
        deed.run();
      }
      catch (Exception e) {
        thrown[0] = e;
      }
    });
    if (thrown[0] != null) {
      throw thrown[0];
    }
  }

  /** Waits until the engine has nothing left to do and no dialog is open. */
  private static void settle() throws Exception {
    for (int i = 0; i < PATIENCE && Watch.dialogOpen(); i++) {
      Thread.sleep(100);
    }
    for (int i = 0; i < 6; i++) {
      Thread.sleep(40);
      onScreen(() -> { });
    }
  }
}
